// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Lookahead values guesses by the position after them: for each number that may appear, the safety
// of the next guess.
type Lookahead struct {
	cfg       LookaheadConfig
	cells     mines.Cell
	now, next *count.Solver
	guesses   []guess
}

// LookaheadConfig configures a [Lookahead]. The zero value works.
type LookaheadConfig struct {
	// Within is the share of the best safety that a cell must have to be considered; 0 means 0.9.
	Within float64
	// Cells limits the cells considered; 0 means 16.
	Cells int
}

// NewLookahead returns the lookahead of the player whose position is now.
func NewLookahead(rules mines.Rules, now *count.Solver, cfg LookaheadConfig) *Lookahead {
	cfg.Within, cfg.Cells = cmp.Or(cfg.Within, 0.9), cmp.Or(cfg.Cells, 16)
	return &Lookahead{cfg: cfg, cells: mines.Cell(rules.Cells()), now: now, next: count.NewSolver(rules, count.Limit{})}
}

// guess is a cell that may be opened, and the chances of what it shows.
type guess struct {
	cell mines.Cell
	safe float64
	law  [9]float64
}

// Best returns the guess in v after which the next move is safest; risks must be weighed. It
// reports false if nothing is left to open. A cell's safety is an upper bound on its value, so most
// cells need not be examined.
func (l *Lookahead) Best(v mines.View) (best mines.Cell, ok bool, err error) {
	if err := l.list(v); err != nil || len(l.guesses) == 0 {
		return 0, false, err
	}
	best, top := l.guesses[0].cell, -1.0
	for i := range l.guesses {
		g := &l.guesses[i]
		if g.safe <= top {
			break
		}
		worth, err := l.worth(g, top)
		if err != nil {
			return 0, false, err
		}
		if worth > top {
			best, top = g.cell, worth
		}
	}
	return best, true, nil
}

// list collects the cells to consider, the safest first and, among equally safe ones, those that
// most likely show 0.
func (l *Lookahead) list(v mines.View) error {
	l.guesses = l.guesses[:0]
	safest, ok := l.now.Safest()
	if !ok {
		return nil
	}
	least := l.cfg.Within * (1 - l.now.Risk(safest))
	for c, m := range v.Marks {
		if safe := 1 - l.now.Risk(mines.Cell(c)); m.IsHidden() && safe >= least {
			law, err := l.now.Law(mines.Cell(c))
			if err != nil {
				return err
			}
			l.guesses = append(l.guesses, guess{mines.Cell(c), safe, law})
		}
	}
	const rounding = 1e-9
	slices.SortStableFunc(l.guesses, func(x, y guess) int {
		return cmp.Compare(y.safe+float64(rounding*y.law[0]), x.safe+float64(rounding*x.law[0]))
	})
	l.guesses = l.guesses[:min(len(l.guesses), l.cfg.Cells)]
	return nil
}

// worth returns the chance to survive the guess and the next one, or 0 as soon as it cannot exceed
// enough.
func (l *Lookahead) worth(g *guess, enough float64) (float64, error) {
	worth, left := 0.0, g.safe
	for number, chance := range g.law {
		if chance == 0 {
			continue
		}
		after, err := l.after(g.cell, mines.Mark(number))
		if err != nil {
			return 0, err
		}
		worth += float64(chance * after)
		left -= chance
		if worth+left <= enough {
			return 0, nil
		}
	}
	return worth, nil
}

// after returns the safety of the next guess if the cell shows a number: mostly that of the safest
// cell, and a little of the one after it.
func (l *Lookahead) after(c mines.Cell, number mines.Mark) (float64, error) {
	if safe, err := hear(l.next, l.now, c, number); safe || err != nil {
		return 1, err
	}
	return l.nextSafety(), nil
}

// nextSafety returns the safety of the safest cell, mixed with a little of that of the
// one after it. It is 1 if nothing is left to open.
func (l *Lookahead) nextSafety() float64 {
	first, second, open := 0.0, 0.0, false
	for c := range l.cells {
		if l.next.Certainty(c) != count.Unsure {
			continue
		}
		open = true
		switch safe := 1 - l.next.Risk(c); {
		case safe > first:
			first, second = safe, first
		case safe > second:
			second = safe
		}
	}
	if !open {
		return 1
	}
	return (float64(4*first) + second) / 5
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
