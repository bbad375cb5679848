// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"slices"

	"github.com/veilplan/veil/krieg/chess"
)

// dedup collects halves of boards without duplicates. A large one is split by hash into
// parts. A part is compacted when it has doubled, with an index that fits the processor's
// cache: a single table would miss the cache at every state, and keeping all duplicates
// until the end would multiply the memory.
type dedup struct {
	parts []part
	index []uint32 // of the part being compacted: index + 1, or 0 if free
	shift uint     // hash bits that choose the part
	held  int      // halves stored, including duplicates not removed yet
}

type part struct {
	sides []chess.Side
	limit int // compact at this length
}

const (
	minPart    = 1 << 6
	manyStates = 1 << 14 // from this size on, use many parts
)

// newDedup returns a dedup for about n halves.
func newDedup(n int) *dedup {
	s := &dedup{parts: make([]part, 1), shift: 64}
	if n >= manyStates {
		s.parts, s.shift = make([]part, 1<<8), 64-8
	}
	return s
}

func (s *dedup) add(side chess.Side) {
	p := &s.parts[side.Hash()>>s.shift]
	if len(p.sides) == p.limit {
		s.compact(p)
		p.limit = max(minPart, 2*len(p.sides))
		p.sides = slices.Grow(p.sides, p.limit-len(p.sides))
	}
	p.sides = append(p.sides, side)
	s.held++
}

// compact removes the duplicates of a part and keeps the first of each.
func (s *dedup) compact(p *part) {
	size := 16
	for size < 2*len(p.sides) {
		size *= 2
	}
	if cap(s.index) < size {
		s.index = make([]uint32, size)
	}
	index := s.index[:size]
	clear(index)
	n := 0
	for i := range p.sides {
		side := p.sides[i]
		at := int(side.Hash()) & (size - 1)
		for index[at] != 0 && p.sides[index[at]-1] != side {
			at = (at + 1) & (size - 1)
		}
		if index[at] == 0 {
			p.sides[n] = side
			n++
			index[at] = uint32(n)
		}
	}
	s.held -= len(p.sides) - n
	p.sides = p.sides[:n]
}

// drop removes duplicates and unwanted halves, and returns the number left. It stops early if m
// refuses.
func (s *dedup) drop(m *meter, unwanted func(chess.Side) bool) int {
	for i := range s.parts {
		p := &s.parts[i]
		if !m.spend(1 + len(p.sides)/16) {
			break
		}
		s.compact(p)
		if unwanted == nil {
			continue
		}
		n := len(p.sides)
		p.sides = slices.DeleteFunc(p.sides, unwanted)
		s.held -= n - len(p.sides)
	}
	return s.held
}

// list returns the wanted halves without duplicates, in an order that depends only on the
// order in which they were added.
func (s *dedup) list(m *meter, unwanted func(chess.Side) bool) []chess.Side {
	n := s.drop(m, unwanted)
	if m.err != nil {
		return nil
	}
	if len(s.parts) == 1 {
		return slices.Clip(s.parts[0].sides)
	}
	out := make([]chess.Side, 0, n)
	for i := range s.parts {
		out = append(out, s.parts[i].sides...)
		s.parts[i].sides = nil
	}
	return out
}
