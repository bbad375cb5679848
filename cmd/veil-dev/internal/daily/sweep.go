// SPDX-License-Identifier: BSD-3-Clause

package daily

import (
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/heuristic"
)

// sweep plays a board as veil does and returns the cells it guesses, in order. It opens whatever is certainly safe, where
// certainty uses all numbers and the mine count, and guesses only if nothing is: numbers never make a certain cell
// uncertain, so a board without guesses needs none in any order, and on any other every player who takes no
// needless risk comes to veil's first guess. A mine that is hit is forgiven: it is known from then on.
func sweep(d analysis.Draw, seed uint64) (layout mines.Layout, guesses []mines.Cell, err error) {
	game, err := d.Game(seed)
	if err != nil {
		return nil, nil, err
	}
	rules := d.Rules
	layout = game.Layout()
	p := heuristic.NewSweeper(rules, heuristic.Everything)
	look := heuristic.NewLookahead(rules, p.Solver, heuristic.LookaheadConfig{})
	c, err := rules.ParseCell(d.Click)
	for more := true; more && err == nil; {
		if err = hear(p, layout, c); err != nil {
			break
		}
		if c, more, err = p.Safe(); more || err != nil {
			continue
		}
		if err = p.Solver.Weigh(); err != nil {
			break
		}
		if c, more, err = look.Best(p.View); more {
			guesses = append(guesses, c)
		}
	}
	return layout, guesses, err
}

// hear opens a cell.
func hear(p *heuristic.Sweeper, layout mines.Layout, c mines.Cell) error {
	if !layout[c] {
		return p.Hear(c, mines.Reading(layout.Number(p.View.Rules, c)))
	}
	p.View.Marks[c] = mines.Mine
	return p.Solver.Set(c, mines.Mine)
}
