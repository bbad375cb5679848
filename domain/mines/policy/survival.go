// SPDX-License-Identifier: BSD-3-Clause

package policy

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/count"
)

// survival looks ahead at guesses alone: how likely are the next few of them to hit no mine? It
// counts as survived whatever comes after a guess that leaves something safe to open.
type survival struct {
	rules  mines.Rules
	levels []level
}

// level is what is known after one more guess, and the cells to guess then.
type level struct {
	next  *count.Solver
	cells []choice
}

// mostCells is how many cells are considered for each guess but the first.
const mostCells = 6

func newSurvival(rules mines.Rules, guesses int, limit count.Limit) *survival {
	v := &survival{rules: rules}
	for range guesses {
		v.levels = append(v.levels, level{next: count.NewSolver(rules, limit)})
	}
	return v
}

// after returns the chance that c is safe and that the guesses after it are, each the best one.
func (v *survival) after(s *count.Solver, c mines.Cell, guesses int) (live float64, err error) {
	law, err := s.Law(c)
	if err != nil {
		return 0, err
	}
	next := v.levels[guesses-1].next
	for number, chance := range law {
		if chance == 0 {
			continue
		}
		next.Copy(s)
		if err := next.Set(c, mines.Mark(number)); err != nil {
			return 0, err
		}
		then, err := v.best(next, guesses)
		if err != nil {
			return 0, err
		}
		live += float64(chance * then)
	}
	return live, nil
}

// best returns the chance to survive so many guesses in the position that next has just heard of.
func (v *survival) best(next *count.Solver, guesses int) (float64, error) {
	for _, step := range []func() error{next.Propagate, next.Deduce} {
		if err := step(); err != nil {
			return 0, err
		}
		if len(next.TakeSafe()) > 0 {
			return 1, nil
		}
	}
	if cells, _ := next.Unsure(); cells == 0 {
		return 1, nil
	}
	if err := next.Weigh(); err != nil {
		return 0, err
	}
	c, _ := next.Safest()
	if guesses == 1 {
		return 1 - next.Risk(c), nil
	}
	return v.choose(next, guesses)
}

// choose returns the chance to survive by the best of a few cells.
func (v *survival) choose(next *count.Solver, guesses int) (most float64, err error) {
	l := &v.levels[guesses-1]
	l.cells = v.appendSafest(l.cells[:0], next)
	for _, x := range l.cells {
		if x.safe <= most {
			break
		}
		live, err := v.after(next, x.cell, guesses-1)
		if err != nil {
			return 0, err
		}
		most = max(most, live)
	}
	return most, nil
}

// appendSafest appends the few safest cells.
func (v *survival) appendSafest(dst []choice, s *count.Solver) []choice {
	var buf [8]mines.Cell
	for c := range mines.Cell(v.rules.Cells()) {
		if s.Certainty(c) != count.Unsure {
			continue
		}
		safe := 1 - s.Risk(c)
		if len(dst) == mostCells && safe < dst[mostCells-1].safe {
			continue
		}
		x := choice{cell: c, safe: safe}
		for _, n := range v.rules.AppendNeighbours(buf[:0], c) {
			if s.Certainty(n) == count.Unsure {
				x.unsure++
			}
		}
		i, _ := slices.BinarySearchFunc(dst, x, func(y, x choice) int { return cmp.Or(cmp.Compare(x.safe, y.safe), cmp.Compare(y.unsure, x.unsure), -1) })
		dst = slices.Insert(dst, i, x)
		dst = dst[:min(len(dst), mostCells)]
	}
	return dst
}
