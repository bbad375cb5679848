// SPDX-License-Identifier: BSD-3-Clause

package ending

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/veilplan/veil/krieg"
)

// A file of tables is a header line, the SHA-256 of the uncompressed rest, and the rest, deflated.
// Uncompressed it is a list of tables: the name of the ending, the beam, then column by column the
// number of claims of each placement, and of each claim the moves, the refusals, the try and the
// set. Numbers are varints.
const header = "veil endings 1\n"

// Limits of a file that is read: a damaged or hostile file must not exhaust the memory.
const (
	maxFile   = 64 << 20
	maxClaims = 4 << 20
)

// Encode writes tables as a file that [Decode] reads. The same tables give the same
// bytes.
func Encode(w io.Writer, tables ...*Table) error {
	raw := binary.AppendUvarint(nil, uint64(len(tables)))
	for _, t := range tables {
		raw = t.append(raw)
	}
	digest := sha256.Sum256(raw)
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(raw); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err = w.Write(append(append([]byte(header), digest[:]...), packed.Bytes()...))
	return err
}

func (t *Table) append(raw []byte) []byte {
	raw = append(raw, byte(len(t.Material)))
	raw = append(raw, t.Material...)
	raw = binary.AppendUvarint(raw, uint64(t.Beam))
	for _, list := range t.claims {
		raw = binary.AppendUvarint(raw, uint64(len(list)))
	}
	columns := [...]func(raw []byte, c, last Claim) []byte{
		func(raw []byte, c, last Claim) []byte { return append(raw, c.Moves-last.Moves) },
		func(raw []byte, c, _ Claim) []byte { return append(raw, c.Refusals) },
		func(raw []byte, c, _ Claim) []byte { return binary.LittleEndian.AppendUint16(raw, uint16(c.Try)) },
		func(raw []byte, c, last Claim) []byte { return binary.LittleEndian.AppendUint64(raw, c.Set^last.Set) },
	}
	for _, column := range columns {
		for _, list := range t.claims {
			var last Claim
			for _, c := range list {
				raw = column(raw, c, last)
				last = c
			}
		}
	}
	return raw
}

// Decode reads tables that [Encode] wrote. It does not check their claims: package check does.
func Decode(r io.Reader) ([]*Table, error) {
	head := make([]byte, len(header)+sha256.Size)
	if _, err := io.ReadFull(r, head); err != nil || string(head[:len(header)]) != header {
		return nil, errors.New("not a file of endings: it does not begin with \"veil endings 1\"")
	}
	z := flate.NewReader(r)
	raw, err := io.ReadAll(io.LimitReader(z, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("file of endings damaged: %w", err)
	}
	if len(raw) > maxFile {
		return nil, fmt.Errorf("a file of endings of more than %d MB", maxFile>>20)
	}
	if sha256.Sum256(raw) != [sha256.Size]byte(head[len(header):]) {
		return nil, errors.New("file of endings damaged: its SHA-256 does not match; build the file again")
	}
	return decodeRaw(raw)
}

// decodeRaw reads tables that are uncompressed.
func decodeRaw(raw []byte) ([]*Table, error) {
	d := decoder{raw: raw}
	tables := make([]*Table, d.number(uint64(len(Materials()))))
	for i := range tables {
		tables[i] = d.table()
	}
	if d.bad || len(d.raw) > 0 {
		return nil, errors.New("file of endings damaged: its lists do not add up")
	}
	return tables, nil
}

// decoder consumes numbers from the front of raw; bad is set once something did not fit.
type decoder struct {
	raw []byte
	bad bool
}

func (d *decoder) bytes(n int) []byte {
	if d.bad || n > len(d.raw) {
		d.bad = true
		return make([]byte, min(n, 8))
	}
	b := d.raw[:n]
	d.raw = d.raw[n:]
	return b
}

func (d *decoder) number(most uint64) int {
	v, n := binary.Uvarint(d.raw)
	if d.bad || n <= 0 || v > most {
		d.bad = true
		return 0
	}
	d.raw = d.raw[n:]
	return int(v)
}

func (d *decoder) table() *Table {
	m, err := MaterialNamed(string(d.bytes(int(d.bytes(1)[0]))))
	if err != nil || d.bad {
		d.bad = true
		return nil
	}
	beam := d.number(1 << 20)
	claims := make([][]Claim, len(m.Places()))
	left := maxClaims
	for i := range claims {
		n := d.number(uint64(min(left, len(d.raw))))
		claims[i] = make([]Claim, n)
		left -= n
	}
	d.columns(claims)
	if d.bad {
		return nil
	}
	return NewTable(m, beam, claims)
}

func (d *decoder) columns(claims [][]Claim) {
	columns := [...]func(c *Claim, last Claim){
		func(c *Claim, last Claim) { c.Moves = last.Moves + d.bytes(1)[0] },
		func(c *Claim, _ Claim) { c.Refusals = d.bytes(1)[0] },
		func(c *Claim, _ Claim) { c.Try = krieg.Move(binary.LittleEndian.Uint16(d.bytes(2))) },
		func(c *Claim, last Claim) { c.Set = last.Set ^ binary.LittleEndian.Uint64(d.bytes(8)) },
	}
	for _, column := range columns {
		for _, list := range claims {
			var last Claim
			for i := range list {
				column(&list[i], last)
				last = list[i]
			}
		}
	}
}
