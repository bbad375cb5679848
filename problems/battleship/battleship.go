// SPDX-License-Identifier: BSD-3-Clause

// Package battleship models the search for ships on a grid: a shot costs 1 and shows whether a ship
// is hit, and the last hit ends the episode. Ships lie along rows or columns, may touch but not
// overlap, and all layouts are equally likely.
package battleship

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// The limits, and the cost of a shot.
const (
	MaxSize    = 8
	MaxLayouts = 1 << 18
	Cost       = -1.0
)

// Cell is a place on the grid: eight times the row, plus the column, both from 0.
type Cell uint8

// String returns the column as a letter and the row from 1, such as "b3".
func (c Cell) String() string { return fmt.Sprintf("%c%d", 'a'+c%MaxSize, c/MaxSize+1) }

// Seen is the answer to a shot.
type Seen uint8

// The answers. Over ends the episode: every ship is sunk.
const (
	Miss Seen = iota
	Hit
	Over
)

// String returns "miss", "hit" or "over".
func (o Seen) String() string { return [...]string{"miss", "hit", "over"}[o] }

// State holds the cells of the ships that are not hit, and the cells that were shot at, as bits.
type State struct{ Afloat, Shot uint64 }

// Model is a grid with ships. Make one with [New].
type Model struct {
	size    int
	cells   []Cell
	layouts []uint64
}

// New returns the problem on size × size cells with ships of the given lengths.
func New(size int, ships []int) (*Model, error) {
	if size < 1 || size > MaxSize {
		return nil, fmt.Errorf("size %d: want 1 to %d", size, MaxSize)
	}
	m := &Model{size: size, cells: grid(size), layouts: []uint64{0}}
	for _, length := range ships {
		if length < 1 || length > size {
			return nil, fmt.Errorf("a ship of length %d: want 1 to %d", length, size)
		}
		if m.layouts = m.launch(length); len(m.layouts) > MaxLayouts {
			return nil, fmt.Errorf("more than %d layouts: want a smaller grid or fewer ships", MaxLayouts)
		}
	}
	if len(ships) == 0 || len(m.layouts) == 0 {
		return nil, errors.New("want one ship or more, with room for all")
	}
	return m, nil
}

// launch returns every layout with a ship of this length added in every way, until there are too
// many.
func (m *Model) launch(length int) (longer []uint64) {
	ways := m.ways(length)
	for _, layout := range m.layouts {
		for _, ship := range ways {
			if layout&ship == 0 {
				longer = append(longer, layout|ship)
			}
		}
		if len(longer) > MaxLayouts {
			break
		}
	}
	return longer
}

// ways returns every placement of a ship.
func (m *Model) ways(length int) (all []uint64) {
	for y := range m.size {
		for x := range m.size - length + 1 {
			row, column := uint64(0), uint64(0)
			for i := range length {
				row |= 1 << (y*MaxSize + x + i)
				column |= 1 << ((x+i)*MaxSize + y)
			}
			all = append(all, row)
			if length > 1 {
				all = append(all, column)
			}
		}
	}
	return all
}

// Layouts returns the number of layouts.
func (m *Model) Layouts() int { return len(m.layouts) }

// Cells returns all cells, row by row. Callers must not change the slice.
func (m *Model) Cells() []Cell { return m.cells }

func grid(size int) (all []Cell) {
	for y := range size {
		for x := range size {
			all = append(all, Cell(y*MaxSize+x))
		}
	}
	return all
}

// Start draws a layout.
func (m *Model) Start(r *rand.Rand) State { return State{Afloat: m.layouts[r.IntN(len(m.layouts))]} }

// AppendActions appends the cells that were not shot at, or none once all ships are sunk.
func (m *Model) AppendActions(dst []Cell, s *State) []Cell {
	if s.Afloat == 0 {
		return dst
	}
	for _, c := range m.cells {
		if s.Shot>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

// Step shoots at a cell.
func (m *Model) Step(_ *rand.Rand, s *State, c Cell) (Seen, float64, bool) {
	at := uint64(1) << c
	hit := s.Afloat&at != 0
	s.Afloat &^= at
	s.Shot |= at
	switch {
	case s.Afloat == 0:
		return Over, Cost, true
	case hit:
		return Hit, Cost, false
	default:
		return Miss, Cost, false
	}
}

// AppendStarts appends every layout; one that arises in several ways is listed as often.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	for _, layout := range m.layouts {
		dst = append(dst, veil.Weighted[State]{State: State{Afloat: layout}, P: 1 / float64(len(m.layouts))})
	}
	return dst
}

// AppendOutcomes appends the only outcome of a shot.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Seen], s *State, c Cell) []veil.Outcome[State, Seen] {
	out := veil.Outcome[State, Seen]{State: *s, P: 1}
	out.Seen, out.Reward, out.Done = m.Step(nil, &out.State, c)
	return append(dst, out)
}

// Goal returns the judge of the game: all ships are sunk.
func (m *Model) Goal() veil.Judge[State] { return goal{} }

type goal struct{}

// Status returns Won once no ship is afloat.
func (goal) Status(s *State) veil.Status {
	if s.Afloat == 0 {
		return veil.Won
	}
	return veil.Open
}
