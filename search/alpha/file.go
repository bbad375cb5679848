// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
)

// A policy file is the line "veil policy 1", a line of JSON (header), and numbers in
// little-endian order: for every action of every class the vector of the upper bound, then for
// every vector of the lower bound its class, its action and its values; at the end the CRC-32C
// of everything before it.

const magic = "veil policy 1\n"

// header is the second line of a policy file. Problem is the fingerprint of the problem's
// probabilities and rewards, Low and High are bounds on its value.
type header struct {
	Problem  string  `json:"problem"`
	Discount float64 `json:"discount"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Vectors  int     `json:"vectors"`
}

// ErrFormat reports a file that is not a policy, or a damaged one.
var ErrFormat = errors.New("not a whole policy file")

// ErrOther reports a policy of another problem.
var ErrOther = errors.New("the policy is of another problem")

// Write writes the policy.
func (p *Policy[S, A, O]) Write(w io.Writer) error {
	out := &encoder{w: bufio.NewWriter(w), sum: crc32.New(crc32.MakeTable(crc32.Castagnoli))}
	head, err := json.Marshal(header{p.fingerprint(), p.discount, p.value[0], p.value[1], p.Vectors()})
	if err != nil {
		return err
	}
	out.bytes([]byte(magic))
	out.bytes(append(head, '\n'))
	for _, vectors := range p.informed {
		for _, v := range vectors {
			out.floats(v)
		}
	}
	for c := range p.lower {
		for _, v := range p.lower[c].vectors {
			out.bytes(binary.LittleEndian.AppendUint32(nil, uint32(c)))
			out.bytes(binary.LittleEndian.AppendUint32(nil, uint32(v.act)))
			out.floats(v.values)
		}
	}
	out.bytes(binary.LittleEndian.AppendUint32(nil, out.sum.Sum32()))
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

type encoder struct {
	w   *bufio.Writer
	sum hash.Hash32
	err error
}

func (e *encoder) bytes(b []byte) {
	if _, err := e.w.Write(b); err != nil && e.err == nil {
		e.err = err
	}
	e.sum.Write(b)
}

func (e *encoder) floats(list []float64) {
	var b []byte
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	e.bytes(b)
}

// fingerprint returns a hash of the whole table. The encoder's checksum is not used here.
func (t *table) fingerprint() string {
	h := sha256.New()
	e := &encoder{w: bufio.NewWriterSize(h, 1<<16), sum: crc32.NewIEEE()}
	e.ints([]int32{int32(len(t.classes)), t.startClass})
	e.ints(t.start.index)
	e.floats(t.start.p)
	for c := range t.classes {
		e.ints([]int32{int32(len(t.classes[c].states)), int32(len(t.classes[c].acts))})
		for k := range t.classes[c].acts {
			a := &t.classes[c].acts[k]
			e.ints([]int32{a.action, int32(len(a.leads))})
			e.floats(a.reward)
			for i := range a.leads {
				d := &a.leads[i]
				e.ints([]int32{d.seen, d.to})
				e.ints(d.rows)
				e.ints(d.cols)
				e.floats(d.probs)
			}
		}
	}
	e.w.Flush() //nolint:errcheck // a hash does not fail
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func (e *encoder) ints(list []int32) {
	var b []byte
	for _, x := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	e.bytes(b)
}

// Read reads a policy of the problem m.
func Read[S, A, O comparable](r io.Reader, m Problem[S, A, O]) (*Policy[S, A, O], error) {
	return ReadWithin(context.Background(), r, m, Config{})
}

// ReadWithin is Read within the limits cfg.States and cfg.Memory. It stops when ctx ends.
func ReadWithin[S, A, O comparable](ctx context.Context, r io.Reader, m Problem[S, A, O], cfg Config) (*Policy[S, A, O], error) {
	cfg = cfg.withDefaults()
	in := &decoder{r: bufio.NewReader(r), sum: crc32.New(crc32.MakeTable(crc32.Castagnoli))}
	head, err := in.header()
	if err != nil {
		return nil, err
	}
	within := cfg.room(ctx)
	l, err := list(m, cfg.States, within)
	if err != nil {
		return nil, err
	}
	t, err := l.build()
	if err != nil {
		return nil, err
	}
	l.forget()
	in.room = within
	if t.fingerprint() != head.Problem {
		return nil, ErrOther
	}
	p := emptyPolicy(m, l, t)
	p.discount, p.value = head.Discount, [2]float64{head.Low, head.High}
	for c := range t.classes {
		vectors := make([][]float64, len(t.classes[c].acts))
		for k := range vectors {
			vectors[k] = in.floats(len(t.classes[c].states))
		}
		if in.err != nil {
			return nil, in.err
		}
		p.informed = append(p.informed, vectors)
	}
	if p.lower, err = in.vectors(t, head.Vectors); err != nil {
		return nil, err
	}
	if err := in.end(); err != nil {
		return nil, err
	}
	return p, nil
}

type decoder struct {
	r   *bufio.Reader
	sum hash.Hash32
	buf []byte
	err error

	room *room
}

// maxHeader limits the line of JSON.
const maxHeader = 1 << 12

func (d *decoder) header() (h header, err error) {
	if d.bytes(len(magic)); d.err != nil || string(d.buf) != magic {
		return h, ErrFormat
	}
	var line []byte
	for len(line) < maxHeader && (len(line) == 0 || line[len(line)-1] != '\n') && d.err == nil {
		d.bytes(1)
		line = append(line, d.buf...)
	}
	if d.err != nil || json.Unmarshal(line, &h) != nil {
		return h, ErrFormat
	}
	if !(h.Discount > 0 && h.Discount < 1) || !(h.Low <= h.High) || h.Vectors < 0 {
		return h, fmt.Errorf("%w: discount %v, bounds %v and %v, %d vectors", ErrFormat, h.Discount, h.Low, h.High, h.Vectors)
	}
	return h, nil
}

// bytes reads n bytes into buf.
func (d *decoder) bytes(n int) {
	if cap(d.buf) < n {
		d.buf = make([]byte, n)
	}
	d.buf = d.buf[:n]
	if _, err := io.ReadFull(d.r, d.buf); err != nil && d.err == nil {
		d.err = ErrFormat
	}
	d.sum.Write(d.buf)
}

func (d *decoder) uint32() uint32 {
	d.bytes(4)
	return binary.LittleEndian.Uint32(d.buf)
}

// floats reads n numbers, which must be finite.
func (d *decoder) floats(n int) []float64 {
	if err := d.room.take(n, 8); err != nil && d.err == nil {
		d.err = err
	}
	if d.err != nil {
		return nil
	}
	d.bytes(8 * n)
	list := make([]float64, n)
	for i := range list {
		list[i] = math.Float64frombits(binary.LittleEndian.Uint64(d.buf[8*i:]))
		if (math.IsNaN(list[i]) || math.IsInf(list[i], 0)) && d.err == nil {
			d.err = ErrFormat
		}
	}
	return list
}

// vectors reads the lower bound: at least one vector of every class.
func (d *decoder) vectors(t *table, many int) ([]lower, error) {
	lower := make([]lower, len(t.classes))
	for range many {
		c, k := d.uint32(), d.uint32()
		if d.err != nil || int64(c) >= int64(len(t.classes)) || int64(k) >= int64(len(t.classes[c].acts)) {
			return nil, ErrFormat
		}
		lower[c].vectors = append(lower[c].vectors, vector{act: int32(k), values: d.floats(len(t.classes[c].states)), witness: -1})
	}
	for c := range lower {
		if len(lower[c].vectors) == 0 {
			return nil, ErrFormat
		}
	}
	return lower, d.err
}

// end compares the checksum; nothing may follow it.
func (d *decoder) end() error {
	want := d.sum.Sum32()
	if got := d.uint32(); d.err != nil || got != want {
		return ErrFormat
	}
	if _, err := d.r.ReadByte(); err != io.EOF {
		return ErrFormat
	}
	return nil
}
