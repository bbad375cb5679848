// SPDX-License-Identifier: BSD-3-Clause

package veiltest

import (
	"math/bits"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Patch is a Minesweeper of at most 16 cells written to be obviously right rather
// than fast: no first-click protection, no cascade, every layout listed. Tests of
// generic code use it as a problem with a static hidden state and exact answers.
type Patch struct{ Width, Height, Mines int }

// PatchState is where the mines are and which cells were opened, one bit per cell.
type PatchState struct{ Mines, Open uint16 }

// Boom is the observation after opening a mine; other cells show their number.
const Boom = -1

// Start draws a layout.
func (p Patch) Start(r *rand.Rand) PatchState {
	var s PatchState
	for bits.OnesCount16(s.Mines) < p.Mines {
		s.Mines |= 1 << r.IntN(p.Width*p.Height)
	}
	return s
}

// AppendActions appends the cells that are not open.
func (p Patch) AppendActions(dst []int, s *PatchState) []int {
	for c := range p.Width * p.Height {
		if s.Open>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

// Step opens cell c. Opening the last cell without a mine pays 1.
func (p Patch) Step(_ *rand.Rand, s *PatchState, c int) (seen int, reward float64, done bool) {
	s.Open |= 1 << c
	switch p.Status(s) {
	case veil.Lost:
		return Boom, 0, true
	case veil.Won:
		return p.number(s, c), 1, true
	default:
		return p.number(s, c), 0, false
	}
}

func (p Patch) number(s *PatchState, c int) int {
	n, col, row := 0, c%p.Width, c/p.Width
	for y := max(row-1, 0); y <= min(row+1, p.Height-1); y++ {
		for x := max(col-1, 0); x <= min(col+1, p.Width-1); x++ {
			n += int(s.Mines >> (y*p.Width + x) & 1)
		}
	}
	return n // c itself is not a mine
}

// Status returns Lost if a mine is open, Won if all other cells are, else Open.
func (p Patch) Status(s *PatchState) veil.Status {
	switch {
	case s.Open&s.Mines != 0:
		return veil.Lost
	case bits.OnesCount16(s.Open) == p.Width*p.Height-p.Mines:
		return veil.Won
	default:
		return veil.Open
	}
}

// AppendStarts appends every layout.
func (p Patch) AppendStarts(dst []veil.Weighted[PatchState]) []veil.Weighted[PatchState] {
	from := len(dst)
	for mines := range 1 << (p.Width * p.Height) {
		if bits.OnesCount(uint(mines)) == p.Mines {
			dst = append(dst, veil.Weighted[PatchState]{State: PatchState{Mines: uint16(mines)}})
		}
	}
	for i := range dst[from:] {
		dst[from+i].P = 1 / float64(len(dst)-from)
	}
	return dst
}

// AppendOutcomes appends the one outcome of opening c.
func (p Patch) AppendOutcomes(dst []veil.Outcome[PatchState, int], s *PatchState, c int) []veil.Outcome[PatchState, int] {
	next := *s
	seen, reward, done := p.Step(nil, &next, c)
	return append(dst, veil.Outcome[PatchState, int]{State: next, Seen: seen, Reward: reward, Done: done, P: 1})
}

// Mutate is the kernel of Couëtoux, Milone & Teytaud 2011, §III: each mine is put
// somewhere at random with probability 1/mines. A draw that puts two mines into one
// cell is refused, which keeps the kernel symmetric.
func (p Patch) Mutate(r *rand.Rand, s *PatchState) {
	var mines uint16
	for c := range p.Width * p.Height {
		if s.Mines>>c&1 == 0 {
			continue
		}
		if r.IntN(p.Mines) == 0 {
			c = r.IntN(p.Width * p.Height)
		}
		if mines>>c&1 == 1 {
			return
		}
		mines |= 1 << c
	}
	s.Mines = mines
}
