// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Generator names the algorithm that turns a seed into a layout. It changes whenever the same seed
// would give another layout.
const Generator = "veil/1"

// ErrMinesUnknown reports a missing mine count where one is needed.
var ErrMinesUnknown = errors.New("the number of mines is not given: write it as 30x16/99")

// Generate draws the layout of a board whose first click is at first: uniform over the
// layouts that the first-click rule allows. The same rules, seed and first click always
// give the same layout; under Any the first click does not matter.
func Generate(r Rules, seed uint64, first Cell) (Layout, error) {
	if err := r.playable(); err != nil {
		return nil, err
	}
	if first < 0 || int(first) >= r.Cells() {
		return nil, fmt.Errorf("first click %d is off the board of %d cells", first, r.Cells())
	}
	var buf [9]Cell
	zone := r.AppendProtected(buf[:0], first)
	if room := r.Cells() - len(zone); r.Mines > room {
		return nil, fmt.Errorf("first click %s keeps %d cells free of mines: %d mines do not fit on the other %d",
			r.Name(first), len(zone), r.Mines, room)
	}
	layout := make(Layout, r.Cells())
	r.place(rand.New(rand.NewPCG(seed, 0)), zone, func(c Cell) { layout[c] = true })
	return layout, nil
}

// AppendProtected appends, in reading order, the cells that the first-click rule keeps
// free of mines when the first click is at c.
func (r Rules) AppendProtected(dst []Cell, c Cell) []Cell {
	if r.First == Any {
		return dst
	}
	if r.First == Safe {
		return append(dst, c)
	}
	row, col := r.RowCol(c)
	for y := max(row-1, 0); y <= min(row+1, r.Height-1); y++ {
		for x := max(col-1, 0); x <= min(col+1, r.Width-1); x++ {
			dst = append(dst, r.Cell(y, x))
		}
	}
	return dst
}

// playable reports why no game can be played under these rules, or nil: there must be a safe cell,
// and a first click whose protected cells leave room for the mines.
func (r Rules) playable() error {
	if err := r.Validate(); err != nil {
		return err
	}
	free := 1
	if r.First == Zero { // a corner has the smallest neighbourhood
		free = min(2, r.Width) * min(2, r.Height)
	}
	switch room := r.Cells() - free; {
	case r.Mines == UnknownMines:
		return ErrMinesUnknown
	case r.Mines > room:
		return fmt.Errorf("%d mines on %dx%d: with first click %q there is room for at most %d",
			r.Mines, r.Width, r.Height, r.First, room)
	}
	return nil
}

// place calls put for every mine of a layout drawn uniformly from those that leave
// the cells of zone free; zone is in reading order. It is selection sampling (Knuth,
// The Art of Computer Programming, volume 2, §3.4.2, algorithm S): one draw per cell,
// no rejection, no memory.
func (r Rules) place(random *rand.Rand, zone []Cell, put func(Cell)) {
	room, need := r.Cells()-len(zone), r.Mines
	for c := Cell(0); need > 0; c++ {
		if len(zone) > 0 && zone[0] == c {
			zone = zone[1:]
			continue
		}
		if random.IntN(room) < need {
			put(c)
			need--
		}
		room--
	}
}
