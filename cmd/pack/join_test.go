// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// module returns a wasm module with an empty section of types, data, and nothing else.
func module(data []byte) []byte {
	out := append([]byte(header), 1, 1, 0, dataSection)
	out = binary.AppendUvarint(out, uint64(len(data)))
	return append(out, data...)
}

func TestJoin(t *testing.T) {
	many := module([]byte{2, 0, 0x41, 0xc4, 0x00, 0x0b, 1, 'c', 0, 0x41, 0xc0, 0x00, 0x0b, 2, 'a', 'b'}) // c at 68, ab at 64
	want := module([]byte{1, 0, 0x41, 0xc0, 0x00, 0x0b, 5, 'a', 'b', 0, 0, 'c'})
	got, err := join(many)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("got %x, %v, want %x", got, err, want)
	}
	if again, err := join(got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("a second time: %x, %v", again, err)
	}
}

func TestJoinRefuses(t *testing.T) {
	whole := module([]byte{1, 0, 0x41, 8, 0x0b, 2, 'a', 'b'})
	for cut := range len(whole) - 1 {
		if cut == len(header) || cut == len(header)+3 {
			continue // a module without data
		}
		if _, err := join(whole[:cut]); !errors.Is(err, errModule) {
			t.Errorf("the first %d bytes: %v", cut, err)
		}
	}
	for name, data := range map[string][]byte{
		"pieces that overlap":      {2, 0, 0x41, 8, 0x0b, 2, 'a', 'b', 0, 0x41, 9, 0x0b, 1, 'c'},
		"a piece without a place":  {1, 1, 2, 'a', 'b'},
		"another instruction":      {1, 0, 0x42, 8, 0x0b, 2, 'a', 'b'},
		"bytes after the last one": {1, 0, 0x41, 8, 0x0b, 1, 'a', 'b'},
	} {
		if _, err := join(module(data)); !errors.Is(err, errModule) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
