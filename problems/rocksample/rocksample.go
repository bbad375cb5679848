// SPDX-License-Identifier: BSD-3-Clause

// Package rocksample models a rover that searches for rocks worth sampling (Smith & Simmons,
// "Heuristic search value iteration for POMDPs", UAI 2004, §6).
//
// The rover knows its place and those of the rocks, but not which rocks are good: each is with
// probability ½. It moves on a grid, checks rocks from afar, and samples the one under it. Sampling
// a good rock pays 10 and leaves it bad; sampling a bad rock costs 10. Leaving the grid by its east
// side pays 10 and ends the episode. All else is free, but a reward counts [Discount] as much one
// step later.
//
// A sensor reading is right with probability (1+2^(−d/20))/2 at distance d. The original also
// offers moves into a wall and samples without a rock, which do nothing; here they are not offered.
// The best value stays the same, since no value is below zero and doing nothing only delays it.
package rocksample

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Limits of a grid.
const (
	MaxSize  = 30
	MaxRocks = 16
)

// The rewards and the numbers of the original.
const (
	Good     = 10.0
	Bad      = -10.0
	Exit     = 10.0
	Discount = 0.95
	halfway  = 20.0 // the distance at which the sensor is half as efficient
)

// Cell is a place on the grid: X grows eastward, Y northward, from 0.
type Cell struct{ X, Y uint8 }

// State is the rover's place and the set of good rocks, rock i in bit i. Outside of the grid X is
// its size.
type State struct {
	Cell

	Good uint16
}

// Model is a grid with rocks. Make one with [New] or [Standard].
type Model struct {
	size    uint8
	start   Cell
	rocks   []Cell
	actions [][]Action // by cell
	under   []int8     // the rock in a cell, or -1
	right   []float64  // by cell and rock: the chance of a right reading
}

// New returns the problem on a grid of size × size cells.
func New(size int, start Cell, rocks []Cell) (*Model, error) {
	if size < 1 || size > MaxSize {
		return nil, fmt.Errorf("size %d: want 1 to %d", size, MaxSize)
	}
	if len(rocks) > MaxRocks {
		return nil, fmt.Errorf("%d rocks: want at most %d", len(rocks), MaxRocks)
	}
	m := &Model{size: uint8(size), start: start, rocks: slices.Clone(rocks)}
	if !m.inside(start) {
		return nil, fmt.Errorf("start %v is not on the grid", start)
	}
	m.under = slices.Repeat([]int8{-1}, size*size)
	for i, rock := range rocks {
		if !m.inside(rock) {
			return nil, fmt.Errorf("rock %v is not on the grid", rock)
		}
		if m.under[m.index(rock)] >= 0 {
			return nil, fmt.Errorf("rock %v is given twice", rock)
		}
		m.under[m.index(rock)] = int8(i)
	}
	m.prepare()
	return m, nil
}

// Standard returns the problem with k rocks on n × n cells as it is used to compare planners: for
// (7,8) and (11,11) the layouts of the files that came with SARSOP (Kurniawati, Hsu & Lee 2008) and
// that Silver & Veness 2010 use, for others rocks drawn by the seed. The rover starts in the middle
// of the west side.
func Standard(n, k int, seed uint64) (*Model, error) {
	if n < 1 || n > MaxSize || k < 0 || k > min(MaxRocks, n*n) {
		return nil, errors.New("want 1 to 30 cells per side and at most 16 rocks, each in a separate cell")
	}
	start := Cell{0, uint8(n / 2)}
	switch {
	case n == 7 && k == 8:
		return New(n, start, []Cell{{2, 0}, {0, 1}, {3, 1}, {6, 3}, {2, 4}, {3, 4}, {5, 5}, {1, 6}})
	case n == 11 && k == 11:
		return New(n, start, []Cell{{0, 3}, {0, 7}, {1, 8}, {2, 4}, {3, 3}, {3, 8}, {4, 3}, {5, 8}, {6, 1}, {9, 3}, {9, 9}})
	}
	var rocks []Cell
	for _, i := range rand.New(rand.NewPCG(seed, uint64(n*n+k))).Perm(n * n)[:k] {
		rocks = append(rocks, Cell{uint8(i % n), uint8(i / n)})
	}
	return New(n, start, rocks)
}

// prepare lists the actions and the sensor's accuracy in every cell.
func (m *Model) prepare() {
	for y := range m.size {
		for x := range m.size {
			here := Cell{x, y}
			m.actions = append(m.actions, m.list(here))
			for _, rock := range m.rocks {
				d := math.Hypot(float64(x)-float64(rock.X), float64(y)-float64(rock.Y))
				m.right = append(m.right, (1+math.Exp2(-d/halfway))/2)
			}
		}
	}
}

func (m *Model) list(c Cell) []Action {
	var all []Action
	if c.Y+1 < m.size {
		all = append(all, North)
	}
	if c.Y > 0 {
		all = append(all, South)
	}
	all = append(all, East)
	if c.X > 0 {
		all = append(all, West)
	}
	if m.under[m.index(c)] >= 0 {
		all = append(all, Sample)
	}
	for i := range m.rocks {
		all = append(all, Check(i))
	}
	return all
}

func (m *Model) inside(c Cell) bool { return c.X < m.size && c.Y < m.size }

func (m *Model) index(c Cell) int { return int(c.Y)*int(m.size) + int(c.X) }

// Size returns the number of cells per side.
func (m *Model) Size() int { return int(m.size) }

// Rocks returns the cells of the rocks. Callers must not change the slice.
func (m *Model) Rocks() []Cell { return m.rocks }

// Right returns the chance that a reading of the rock from c is right.
func (m *Model) Right(c Cell, rock int) float64 { return m.right[m.index(c)*len(m.rocks)+rock] }

// Under returns the rock in the cell, or -1.
func (m *Model) Under(c Cell) int { return int(m.under[m.index(c)]) }
