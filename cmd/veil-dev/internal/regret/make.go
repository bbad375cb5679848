// SPDX-License-Identifier: BSD-3-Clause

package regret

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/heuristic"
)

const (
	gameSeed      = 3400
	maxCandidates = 8
)

// rate is how often positions of a phase are kept, relative to how often ordinary games reach
// them. Early guesses hardly differ in value, and endgames are exact.
func rate(p phase) float64 {
	switch p {
	case opening:
		return 0.15
	case wide:
		return 1
	case middle, late:
		return 2
	default:
		return 0.4
	}
}

// maker plays games of the fast player and takes positions from them.
type maker struct {
	*valuer
	table *heuristic.Product
	plain *heuristic.Learned
	// checked is the number of positions in which the continuation was seen to play as before
	checked int
}

func newMaker(b board, ends, few *analysis.Endgames) (*maker, error) {
	v, err := newValuer(b, ends, few)
	if err != nil {
		return nil, err
	}
	net, err := fastNetwork()
	return &maker{
		valuer: v, table: heuristic.NewProduct(b.rules, count.Limit{}),
		plain: heuristic.NewLearned(b.rules, net, heuristic.LearnedConfig{}),
	}, err
}

// play plays a game in product mode and returns its valued positions. A position is kept with a
// chance that grows with that of getting there, so that its weight is seldom far from one.
func (m *maker) play(ctx context.Context, board, game, layouts int) (all []*position, err error) {
	r := rand.New(rand.NewPCG(gameSeed+uint64(board), uint64(game)))
	keep := rand.New(rand.NewPCG(gameSeed+uint64(board), uint64(game)|1<<40))
	layout, err := mines.Generate(m.board.rules, r.Uint64(), m.board.first)
	if err == nil {
		err = m.table.Deal(r, layout, m.board.first)
	}
	reach := 1.0
	for guess := 0; err == nil; guess++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		open, err := m.table.Sweep()
		if err != nil || !open {
			return all, err
		}
		p := &position{board: board, game: game, guess: guess, marks: m.marks(), worths: map[mines.Cell]worth{}}
		p.phase, p.layouts = m.phaseOf(p.marks), layouts
		if p.phase == endgame {
			p.layouts = halves // an exact value for each half
		}
		c, err := m.choose(p.phase)
		if err != nil {
			return nil, err
		}
		if share := min(1, rate(p.phase)*reach); keep.Float64() < share {
			p.weight = reach / share
			if err := m.examine(p, c); err != nil {
				return nil, err
			}
			all = append(all, p)
		}
		survival, err := m.table.Guess(c)
		if err != nil {
			return nil, err
		}
		reach *= survival
	}
	return nil, err
}

// marks returns the position after a sweep: what is certain is open.
func (m *maker) marks() []mines.Mark {
	marks := slices.Repeat([]mines.Mark{mines.Hidden}, m.board.rules.Cells())
	for c := range marks {
		if m.table.Solver.Certainty(mines.Cell(c)) == count.CertainSafe {
			marks[c] = mines.Mark(m.table.Layout.Number(m.board.rules, mines.Cell(c)))
		}
	}
	return marks
}

func (m *maker) phaseOf(marks []mines.Mark) phase {
	digits := m.table.Solver.LogLayouts() * math.Log10(2)
	switch {
	case digits <= math.Log10(endLayouts)+1e-6:
		return endgame
	case !slices.Contains(marks, 0):
		return opening
	case digits > 40:
		return wide
	case digits > 8:
		return middle
	default:
		return late
	}
}

// choose returns the choice of fast.
func (m *maker) choose(p phase) (mines.Cell, error) {
	if p == endgame {
		c, _, _, err := m.ends.Value(m.table.Solver)
		return c, err
	}
	c, _, err := m.then[0].guess(m.table.Solver)
	return c, err
}

// examine lists and values the candidates of a position. A cell that all policies choose needs no
// value until another one is to be compared with it.
func (m *maker) examine(p *position, choice mines.Cell) error {
	if err := p.load(m.now); err != nil {
		return err
	}
	if err := m.list(p, choice); err != nil || len(p.cells) < 2 {
		return err
	}
	for _, c := range p.cells {
		w, err := m.value(p, c, 0, p.layouts)
		if err != nil {
			return err
		}
		p.worths[c] = w
	}
	return nil
}

// refine values the cells of a position on more layouts.
func (m *maker) refine(p *position, layouts int) error {
	if err := p.load(m.now); err != nil {
		return err
	}
	for c, w := range p.worths {
		more, err := m.value(p, c, p.layouts, layouts)
		if err != nil {
			return err
		}
		for k := range w {
			for half := range w[k] {
				w[k][half] += more[k][half]
			}
		}
		p.worths[c] = w
	}
	p.layouts = layouts
	return nil
}

// list collects what several policies choose, then the next choices of fast.
func (m *maker) list(p *position, choice mines.Cell) error {
	p.cells = []mines.Cell{choice}
	if _, _, _, err := m.learned.Guess(m.now); err != nil {
		return err
	}
	next := m.learned.AppendRanked(nil, 0.03)
	for _, pick := range []func() (mines.Cell, error){
		func() (mines.Cell, error) { c, _, _, err := m.plain.Guess(m.now); return c, err },
		func() (mines.Cell, error) { c, _ := m.lowest.Guess(m.now); return c, nil },
		func() (mines.Cell, error) { c, _ := m.now.Safest(); return c, nil },
		func() (mines.Cell, error) {
			c, _, err := heuristic.NewLookahead(m.board.rules, m.now, heuristic.LookaheadConfig{}).Best(p.view())
			return c, err
		},
	} {
		c, err := pick()
		if err != nil {
			return err
		}
		next = append([]mines.Cell{c}, next...)
	}
	for _, c := range next[:min(len(next), 4+3)] { // at most three of fast
		if !slices.Contains(p.cells, c) && len(p.cells) < maxCandidates {
			p.cells = append(p.cells, c)
		}
	}
	return nil
}
