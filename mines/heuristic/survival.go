// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// survival returns the chance that c is safe and that the best guess after it is. If c leaves a
// safe cell to open, no guess comes next. next is scratch for the position after c.
func survival(s, next *count.Solver, c mines.Cell) (live float64, err error) {
	law, err := s.Law(c)
	if err != nil {
		return 0, err
	}
	for number, chance := range law {
		if chance == 0 {
			continue
		}
		safe, err := hear(next, s, c, mines.Mark(number))
		if err != nil {
			return 0, err
		}
		if !safe {
			chance = float64(chance * safestGuess(next))
		}
		live += chance
	}
	return live, nil
}

// safestGuess returns the chance to survive the safest guess, 1 if nothing is left to open.
func safestGuess(s *count.Solver) float64 {
	c, ok := s.Safest()
	if !ok {
		return 1
	}
	return 1 - s.Risk(c)
}

// hear sets next to the position of s after c showed a number. It reports whether a cell is
// certainly safe then; if not, the risks are weighed.
func hear(next, s *count.Solver, c mines.Cell, number mines.Mark) (safe bool, err error) {
	next.Copy(s)
	if err := next.Set(c, number); err != nil {
		return false, err
	}
	for _, deduce := range []func() error{next.Propagate, next.Deduce} {
		if err := deduce(); err != nil {
			return false, err
		}
		if len(next.TakeSafe()) > 0 {
			return true, nil
		}
	}
	return false, next.Weigh()
}
