// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"math/bits"
	"math/rand/v2"
)

// Settle draws a start state with the mines in place, given that the first click will be a: with
// the distribution of Start and Step together.
func (m *Model) Settle(r *rand.Rand, a Cell) State {
	s := m.Blank()
	var buf [9]Cell
	m.place(r, &s, m.rules.AppendProtected(buf[:0], a))
	return s
}

// SettleClear draws a start state with the mines in place, uniformly from the layouts that have no
// mine on the cells of free, which are in reading order and leave room for the mines.
func (m *Model) SettleClear(r *rand.Rand, free []Cell) State {
	s := m.Blank()
	m.place(r, &s, free)
	return s
}

// Pretend opens c and moves no mine, as if c had been safe.
func (m *Model) Pretend(s *State, c Cell) {
	if !s.Open.Has(c) {
		s.Open.Add(c)
		s.Left--
	}
}

// Mutate moves each mine, with probability one over the number of mines, to a random free cell (the
// kernel of the 2011 paper, §III). The moves are random swaps, made one after the other; a swap and
// its reverse are equally likely, and so are several, so the kernel is symmetric.
func (m *Model) Mutate(r *rand.Rand, s *State) {
	mines, cells := m.rules.Mines, len(m.around)
	if mines == 0 || mines == cells {
		return
	}
	for range mines {
		if r.IntN(mines) > 0 {
			continue
		}
		from := s.Mines.nth(r.IntN(mines))
		to := Cell(r.IntN(cells))
		for s.Mines.Has(to) {
			to = Cell(r.IntN(cells))
		}
		s.Mines.remove(from)
		s.Mines.Add(to)
	}
}

// nth returns the n-th cell of the set.
func (s *Set) nth(n int) Cell {
	for i, word := range s {
		if in := bits.OnesCount64(word); n >= in {
			n -= in
			continue
		}
		for ; n > 0; n-- {
			word &= word - 1
		}
		return Cell(64*i + bits.TrailingZeros64(word))
	}
	return -1
}

func (s *Set) remove(c Cell) { s[c>>6] &^= 1 << (c & 63) }
