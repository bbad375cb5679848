// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"os"
	"slices"
)

// joinFile joins the data of a wasm file in place.
func joinFile(name string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	joined, err := join(module)
	if err != nil {
		return err
	}
	return os.WriteFile(name, joined, 0o755)
}

const (
	header      = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	mostMemory  = 1 << 30
)

var errModule = errors.New("not a wasm module as written by the Go linker")

// join returns a wasm module whose data is one segment. Go's linker omits short runs of zeros,
// which makes tens of thousands of segments: their headers do not compress, but zeros do.
func join(module []byte) ([]byte, error) {
	r := reader{rest: module}
	out := append([]byte(nil), r.bytes(len(header))...)
	if string(out) != header {
		return nil, errModule
	}
	for len(r.rest) > 0 && r.err == nil {
		kind := r.bytes(1)
		body := r.bytes(r.number())
		if r.err == nil && kind[0] == dataSection {
			body, r.err = joinData(body)
		}
		out = append(out, kind...)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, r.err
}

// piece is a data segment: bytes and their offset in memory.
type piece struct {
	at    int
	bytes []byte
}

// A segment is encoded as a zero, its offset as the instructions i32.const and end, and its bytes.
const constant, end = 0x41, 0x0b

// joinData returns the body of a data section with one segment.
func joinData(body []byte) ([]byte, error) {
	list, err := pieces(body)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b piece) int { return cmp.Compare(a.at, b.at) })
	start := list[0].at
	var memory []byte
	for _, p := range list {
		gap := p.at - start - len(memory)
		if gap < 0 { // they overlap
			return nil, errModule
		}
		memory = append(memory, make([]byte, gap)...)
		memory = append(memory, p.bytes...)
	}
	out := append([]byte{1, 0, constant}, signed(start)...)
	out = append(out, end)
	out = binary.AppendUvarint(out, uint64(len(memory)))
	return append(out, memory...), nil
}

// pieces parses the body of a data section with at least one segment.
func pieces(body []byte) ([]piece, error) {
	r := reader{rest: body}
	var list []piece
	for range r.number() {
		mode, op := r.bytes(1), r.bytes(1)
		at := r.number()
		last, text := r.bytes(1), r.bytes(r.number())
		if r.err != nil || mode[0] != 0 || op[0] != constant || last[0] != end {
			return nil, errModule
		}
		list = append(list, piece{at, text})
	}
	if list == nil || len(r.rest) > 0 {
		return nil, errModule
	}
	return list, nil
}

// signed encodes a non-negative number as signed LEB128: one byte more than unsigned if its highest
// bit would be taken for a sign.
func signed(n int) []byte {
	out := binary.AppendUvarint(nil, uint64(n))
	if last := len(out) - 1; out[last]&0x40 != 0 {
		out[last] |= 0x80
		out = append(out, 0)
	}
	return out
}

// reader parses a module from the front. After an error it returns zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) bytes(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.rest, r.err = nil, errModule
		return bytes.Repeat([]byte{0}, min(max(n, 1), len(header)))
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

// number parses a non-negative LEB128.
func (r *reader) number() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > mostMemory {
		r.rest, r.err = nil, errModule
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}
