// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"math/bits"
	"slices"

	"github.com/veilplan/veil/search/optimal"
)

// board is a Minesweeper board with at most 64 cells, as a reading table.
type board struct {
	w, h, mines int
	near        []uint64 // neighbours of each cell
	layouts     []uint64 // mine masks
}

func newBoard(w, h, mines int) *board {
	b := &board{w: w, h: h, mines: mines}
	for c := range w * h {
		var m uint64
		for d := range w * h {
			if dx, dy := c%w-d%w, c/w-d/w; c != d && dx*dx <= 1 && dy*dy <= 1 {
				m |= 1 << d
			}
		}
		b.near = append(b.near, m)
	}
	last := uint64(1)<<mines - 1
	last <<= w*h - mines
	for m := uint64(1)<<mines - 1; ; {
		b.layouts = append(b.layouts, m)
		if m == last {
			return b
		}
		low := m & -m
		up := m + low
		m = up | (m^up)>>2/low
	}
}

// afterZero returns the board after a protected first click: no mine on the cell or
// around it. It has no symmetries to speak of.
func (b *board) afterZero(cell int) optimal.Problem {
	zone := b.near[cell] | 1<<cell
	kept := &board{w: b.w, h: b.h, mines: b.mines, near: b.near}
	for _, m := range b.layouts {
		if m&zone == 0 {
			kept.layouts = append(kept.layouts, m)
		}
	}
	p := kept.problem()
	p.Symmetries = nil
	return p
}

// after returns the layouts that fit a history, as a problem of their own: making its
// solver costs less. A position has no symmetries to speak of.
func (b *board) after(history []optimal.Step) optimal.Problem {
	kept := &board{w: b.w, h: b.h, mines: b.mines, near: b.near}
	seen := make([]uint8, b.w*b.h)
	for state, m := range b.layouts {
		b.read(state, seen)
		if !slices.ContainsFunc(history, func(s optimal.Step) bool { return seen[s.Action] != s.Seen }) {
			kept.layouts = append(kept.layouts, m)
		}
	}
	p := kept.problem()
	p.Symmetries = nil
	return p
}

func (b *board) read(state int, seen []uint8) {
	m := b.layouts[state]
	for c, near := range b.near {
		if m>>c&1 != 0 {
			seen[c] = optimal.Fatal
		} else {
			seen[c] = uint8(bits.OnesCount64(m & near))
		}
	}
}

func (b *board) problem() optimal.Problem {
	return optimal.Problem{States: len(b.layouts), Actions: b.w * b.h, Read: b.read, Symmetries: b.symmetries()}
}

// symmetries lists the board's rotations and reflections without the identity.
func (b *board) symmetries() [][]int {
	var list [][]int
	for k := 1; k < 8; k++ {
		if k >= 4 && b.w != b.h {
			break
		}
		p := make([]int, b.w*b.h)
		for c := range p {
			x, y := c%b.w, c/b.w
			if k&1 != 0 {
				x = b.w - 1 - x
			}
			if k&2 != 0 {
				y = b.h - 1 - y
			}
			if k&4 != 0 {
				x, y = y, x
			}
			p[c] = y*b.w + x
		}
		list = append(list, p)
	}
	return list
}
