// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"slices"

	"github.com/veilplan/veil/internal/chess"
)

// sieve collects halves of boards and drops duplicates. A large one is split by hash
// into parts that are sifted when they have doubled, each with an index that fits the
// processor's cache: a single table would miss the cache at every state, and
// keeping all duplicates until the end would multiply the memory.
type sieve struct {
	parts []part
	index []uint32 // of the part being sifted: position + 1, 0 for free
	shift uint     // hash bits that choose the part
	held  int      // how many there are, with the duplicates that are not sifted yet
}

type part struct {
	sides []chess.Side
	limit int // sift when there are so many
}

const (
	minPart    = 1 << 6
	manyStates = 1 << 14 // from here on a sieve has many parts
)

// newSieve returns a sieve for about n halves.
func newSieve(n int) *sieve {
	s := &sieve{parts: make([]part, 1), shift: 64}
	if n >= manyStates {
		s.parts, s.shift = make([]part, 1<<8), 64-8
	}
	return s
}

func (s *sieve) add(side chess.Side) {
	p := &s.parts[side.Hash()>>s.shift]
	if len(p.sides) == p.limit {
		s.sift(p)
		p.limit = max(minPart, 2*len(p.sides))
		p.sides = slices.Grow(p.sides, p.limit-len(p.sides))
	}
	p.sides = append(p.sides, side)
	s.held++
}

// sift removes the duplicates of a part and keeps the first of each.
func (s *sieve) sift(p *part) {
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

// drop removes duplicates and what is unwanted, if anything, and returns how many are
// left. It leaves off when m refuses.
func (s *sieve) drop(m *meter, unwanted func(chess.Side) bool) int {
	for i := range s.parts {
		p := &s.parts[i]
		if !m.spend(1 + len(p.sides)/16) {
			break
		}
		s.sift(p)
		if unwanted == nil {
			continue
		}
		n := len(p.sides)
		p.sides = slices.DeleteFunc(p.sides, unwanted)
		s.held -= n - len(p.sides)
	}
	return s.held
}

// list returns what was collected and is not unwanted, without duplicates, in an order
// that depends only on the order of adding.
func (s *sieve) list(m *meter, unwanted func(chess.Side) bool) []chess.Side {
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
