// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Rollouts improves on a [Learned] policy by playing games out: the cells that it ranks highest are
// opened in the same drawn layouts, and the games are played to their end in product mode (policy
// rollout: Tesauro & Galperin 1996). What a cell scored is weighed against what the policy expects of
// it, for some dozens of games say less than they seem to: a player that simply takes the cell with
// the best score wins less often than the policy does.
type Rollouts struct {
	cfg   RolloutsConfig
	first *Learned
	then  func(s *count.Solver) (mines.Cell, bool, error) // chooses the guesses after the first
	ends  Endgames
	game  *Product
	tries []try // the cell that the policy chose first, the others by what is expected of them
	means []float64
}

// RolloutsConfig configures [Rollouts]. The zero value works.
type RolloutsConfig struct {
	// Log is the binary logarithm of the largest position, in layouts, that is played out; 0 means
	// 300: before the first opening of 30x16/99, playing on gains nothing.
	Log float64
	// Cells limits the cells that are tried; 0 means 6.
	Cells int
	// Games limits the games after each of them; 0 means 64.
	Games int
	// Slack is by how much a cell may be expected to be worse than the best; 0 means 0.03.
	Slack float64
	// Spread is the standard deviation of what a cell is worth beyond what the policy expects; 0
	// means 0.016.
	Spread float64
}

// NewRollouts returns the policy; then chooses the guesses after the first.
func NewRollouts(rules mines.Rules, first *Learned, then func(s *count.Solver) (mines.Cell, bool, error), ends Endgames, cfg RolloutsConfig) *Rollouts {
	cfg.Log, cfg.Cells, cfg.Games = cmp.Or(cfg.Log, 300), cmp.Or(cfg.Cells, 6), cmp.Or(cfg.Games, 64)
	cfg.Slack, cfg.Spread = cmp.Or(cfg.Slack, 0.03), cmp.Or(cfg.Spread, 0.016)
	return &Rollouts{cfg: cfg, first: first, then: then, ends: ends, game: NewProduct(rules, first.cfg.Limit)}
}

// try is a cell that is tried, and how much better it scored than the first one.
type try struct {
	cell        mines.Cell
	prior       float64 // what the policy expects of it, less the same of the first
	n           int
	sum, square float64
	posterior   float64
	doubt       float64 // standard deviation of the posterior
}

func (t *try) add(x float64) { t.n, t.sum, t.square = t.n+1, t.sum+x, t.square+float64(x*x) }

func (t *try) mean() float64 { return t.sum / float64(t.n) }

// weigh updates the posterior: a normal prior for the value of each of two cells, and games with
// normal noise, whose size is known from some games before.
func (t *try) weigh(spread float64) {
	const before, noise = 8, 0.12
	if t.posterior = t.prior; t.n == 0 {
		return
	}
	n := float64(t.n)
	variance := (t.square - float64(t.sum*t.mean()) + before*noise*noise) / (n - 1 + before)
	both := 2 * float64(spread*spread)
	trust := both / (both + variance/n)
	t.posterior = t.prior + float64(trust*(t.mean()-t.prior))
	t.doubt = math.Sqrt(both * (1 - trust))
}

// Guess returns the cell to open in a position whose risks are weighed. It reports false if no
// cell is in doubt. When the context ends, the games played so far decide.
func (p *Rollouts) Guess(ctx context.Context, r *rand.Rand, s *count.Solver) (best mines.Cell, ok bool, err error) {
	best, _, ok, err = p.first.Guess(s)
	if err != nil || !ok || !p.first.learned || s.LogLayouts() > p.cfg.Log {
		return best, ok, err
	}
	p.list()
	for games := max(8, p.cfg.Games/4); len(p.tries) > 1 && games <= p.cfg.Games && ctx.Err() == nil; games *= 2 {
		if err := p.round(ctx, r, s, games-p.tries[0].n); err != nil {
			return best, ok, err
		}
		p.halve()
	}
	if len(p.tries) > 1 && p.tries[1].posterior > 0 {
		return p.tries[1].cell, true, nil
	}
	return best, true, nil
}

// Compare plays games after each of the cells, all in the same layouts, and returns how much more
// each scored than the first, on average. The slice is valid until the next call.
func (p *Rollouts) Compare(r *rand.Rand, s *count.Solver, cells []mines.Cell, games int) ([]float64, error) {
	p.tries = p.tries[:0]
	for _, c := range cells {
		p.tries = append(p.tries, try{cell: c})
	}
	if err := p.round(context.Background(), r, s, games); err != nil {
		return nil, err
	}
	p.means = p.means[:0]
	for _, t := range p.tries {
		p.means = append(p.means, t.mean())
	}
	return p.means, nil
}

// list collects the cells to try, the learned policy's choice first.
func (p *Rollouts) list() {
	ranked, unit := p.first.ranked(), p.first.unit()
	p.tries = p.tries[:0]
	for _, x := range ranked {
		prior := float64(unit * (x.score - ranked[0].score))
		if len(p.tries) < p.cfg.Cells && x.alike == ranked[0].alike && prior >= -p.cfg.Slack {
			p.tries = append(p.tries, try{cell: x.cell, prior: prior})
		}
	}
}

// round plays games after every cell, all in the same layouts, fewer if the context ends.
func (p *Rollouts) round(ctx context.Context, r *rand.Rand, s *count.Solver, games int) error {
	layout := make(mines.Layout, len(p.game.Layout))
	for range games {
		if ctx.Err() != nil {
			return nil //nolint:nilerr // what was played until then counts
		}
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

// halve keeps the first cell and the better half of the others, without those that can hardly be the
// best. It is called a quarter of the games in, half, and at the end: after eight games, which scatter
// by five times what cells differ in, the half that is dropped contains the best cell too often.
func (p *Rollouts) halve() {
	others, top := p.tries[1:], 0.0
	for i := range others {
		others[i].weigh(p.cfg.Spread)
		top = max(top, others[i].posterior)
	}
	slices.SortStableFunc(others, func(x, y try) int { return cmp.Compare(y.posterior, x.posterior) })
	kept := (len(others) + 1) / 2
	for kept > 0 && others[kept-1].posterior+float64(2*others[kept-1].doubt) < top {
		kept--
	}
	p.tries = p.tries[:1+kept]
}
