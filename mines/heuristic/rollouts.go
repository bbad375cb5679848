// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Rollouts improves on a [Learned] policy by playing games out: the cells that it values highest
// are opened in the same drawn layouts, the games are played to their end in product mode, and a
// cell replaces the choice of the learned policy if it scored clearly better (policy rollout:
// Tesauro & Galperin 1996).
type Rollouts struct {
	cfg   RolloutsConfig
	first *Learned
	then  func(s *count.Solver) (mines.Cell, bool, error) // chooses the guesses after the first
	ends  Endgames
	game  *Product
	tries []try
	means []float64
}

// RolloutsConfig configures [Rollouts]. The zero value works.
type RolloutsConfig struct {
	// Log is the binary logarithm of the largest position, in layouts, that is played out; 0 means
	// 27.
	Log float64
	// Cells limits the cells that are tried; 0 means 6.
	Cells int
	// Games limits the games after each of them; 0 means 64.
	Games int
	// Slack is the share by which a cell's learned value may be below the best; 0 means 0.1.
	Slack float64
	// Clear is how many standard errors better a cell must be; 0 means 1.
	Clear float64
}

// NewRollouts returns the policy; then chooses the guesses after the first.
func NewRollouts(rules mines.Rules, first *Learned, then func(s *count.Solver) (mines.Cell, bool, error), ends Endgames, cfg RolloutsConfig) *Rollouts {
	cfg.Log, cfg.Cells, cfg.Games = cmp.Or(cfg.Log, 27), cmp.Or(cfg.Cells, 6), cmp.Or(cfg.Games, 64)
	cfg.Slack, cfg.Clear = cmp.Or(cfg.Slack, 0.1), cmp.Or(cfg.Clear, 1)
	return &Rollouts{cfg: cfg, first: first, then: then, ends: ends, game: NewProduct(rules, first.cfg.Limit)}
}

// try is a cell that is tried, and how much better it scored than the first one.
type try struct {
	cell        mines.Cell
	n           int
	sum, square float64
}

func (t *try) add(x float64) { t.n, t.sum, t.square = t.n+1, t.sum+x, t.square+float64(x*x) }

func (t *try) mean() float64 { return t.sum / float64(t.n) }

// deviation returns the standard error of the mean.
func (t *try) deviation() float64 {
	m := t.mean()
	return math.Sqrt(max(0, t.square/float64(t.n)-float64(m*m)) / float64(t.n))
}

// Guess returns the cell to open in a position whose risks are weighed. It reports false if no
// cell is in doubt.
func (p *Rollouts) Guess(r *rand.Rand, s *count.Solver) (best mines.Cell, ok bool, err error) {
	best, _, ok, err = p.first.Guess(s)
	if err != nil || !ok || s.LogLayouts() > p.cfg.Log {
		return best, ok, err
	}
	p.list(best)
	for games := 8; len(p.tries) > 1 && games <= p.cfg.Games; games *= 2 {
		if err := p.round(r, s, games-p.tries[0].n); err != nil {
			return best, ok, err
		}
		p.drop()
	}
	for _, t := range p.tries[1:] {
		if t.mean() > p.tries[0].mean() && t.mean() > p.cfg.Clear*t.deviation() {
			p.tries[0] = t
		}
	}
	return p.tries[0].cell, true, nil
}

// Compare plays games after each of the cells, all in the same layouts, and returns how much more
// each scored than the first, on average. The slice is valid until the next call.
func (p *Rollouts) Compare(r *rand.Rand, s *count.Solver, cells []mines.Cell, games int) ([]float64, error) {
	p.tries = p.tries[:0]
	for _, c := range cells {
		p.tries = append(p.tries, try{cell: c})
	}
	if err := p.round(r, s, games); err != nil {
		return nil, err
	}
	p.means = p.means[:0]
	for _, t := range p.tries {
		p.means = append(p.means, t.mean())
	}
	return p.means, nil
}

// list collects the cells to try, the learned policy's choice first.
func (p *Rollouts) list(best mines.Cell) {
	choices := slices.Clone(p.first.choices)
	slices.SortStableFunc(choices, func(x, y choice) int { return cmp.Compare(y.win, x.win) })
	p.tries = append(p.tries[:0], try{cell: best})
	for _, x := range choices {
		if x.cell != best && len(p.tries) < p.cfg.Cells && x.win >= (1-p.cfg.Slack)*choices[0].win {
			p.tries = append(p.tries, try{cell: x.cell})
		}
	}
}

// round plays games after every cell, all in the same layouts.
func (p *Rollouts) round(r *rand.Rand, s *count.Solver, games int) error {
	layout := make(mines.Layout, len(p.game.Layout))
	for range games {
		s.Sample(r, layout)
		own := 0.0
		for i := range p.tries {
			copy(p.game.Layout, layout)
			score, err := p.play(r, s, p.tries[i].cell)
			if err != nil {
				return err
			}
			if i == 0 {
				own = score
			}
			p.tries[i].add(score - own)
		}
	}
	return nil
}

// play opens a cell, plays the game out and returns its winning chance.
func (p *Rollouts) play(r *rand.Rand, s *count.Solver, c mines.Cell) (score float64, err error) {
	cells, mined := s.Unsure()
	p.game.Resume(r, s, cells-mined)
	for p.game.Layout[c] {
		s.Sample(r, p.game.Layout)
	}
	score = 1 - s.Risk(c)
	if err := p.game.Open(c); err != nil {
		return 0, err
	}
	for {
		open, err := p.game.Sweep()
		if err != nil || !open {
			return score, err
		}
		_, win, ok, err := p.ends(p.game.Solver)
		if err != nil || ok {
			return float64(score * win), err
		}
		c, ok, err := p.then(p.game.Solver)
		if err != nil || !ok {
			return 0, err
		}
		survival, err := p.game.Guess(c)
		if err != nil {
			return 0, err
		}
		score *= survival
	}
}

// drop removes the cells that scored clearly worse than the first one.
func (p *Rollouts) drop() {
	kept := p.tries[:1]
	for _, t := range p.tries[1:] {
		if t.mean()+2*t.deviation() > 0 {
			kept = append(kept, t)
		}
	}
	p.tries = kept
}
