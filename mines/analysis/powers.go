// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Powers is the model of Minesweeper with everything its solver knows: which cells need no choice,
// how a simulation plays, and the exact values of small positions. It embeds a solver in a tree
// search as the 2012 paper does, in two places: in the nodes and in the simulations.
type Powers struct {
	*mines.Model

	cfg     PowersConfig
	rollers sync.Pool
	mu      sync.Mutex
	solved  map[string]veil.Value // small positions, by their marks
}

// PowersConfig sets how much the solver helps. The zero value is the paper's setting.
type PowersConfig struct {
	// Safest is the probability that a simulation plays the lowest risk where nothing is certain;
	// otherwise it opens a cell that is safe in a drawn layout. 0 means 0.7 (2012, Table 1).
	Safest float64
	// Layouts limits the positions whose exact value bounds a node; 0 means 64.
	Layouts int
	// Nodes limits the search for it; 0 means 2,000.
	Nodes int
}

// NewPowers returns the model with the powers of its solver.
func NewPowers(m *mines.Model, cfg PowersConfig) *Powers {
	cfg.Safest = cmp.Or(cfg.Safest, 0.7)
	cfg.Layouts = cmp.Or(cfg.Layouts, 64)
	cfg.Nodes = cmp.Or(cfg.Nodes, 2000)
	p := &Powers{Model: m, cfg: cfg, solved: map[string]veil.Value{}}
	p.rollers.New = func() any {
		return &roller{solver: count.NewSolver(m.Rules(), count.Limit{}), draft: make(mines.Layout, m.Rules().Cells())}
	}
	return p
}

// Belief is a player's belief over the states of a Minesweeper position.
type Belief = veil.Belief[mines.State, mines.Cell, mines.Reading]

// Forced returns a cell that is certainly safe ("forced moves", 2012, Table 1).
func (p *Powers) Forced(b Belief) (mines.Cell, bool) {
	exact, ok := b.(*count.Posterior)
	if !ok {
		return 0, false
	}
	return exact.Safe()
}

// AppendPriors appends priors that prefer cells likely to be safe.
func (p *Powers) AppendPriors(dst []float64, b Belief, actions []mines.Cell) []float64 {
	exact, ok := b.(*count.Posterior)
	for _, a := range actions {
		prior := 1.0
		if ok {
			prior = 1 - exact.Risk(a)
		}
		dst = append(dst, prior)
	}
	return dst
}

// Bounds returns the exact value of a small position. For others the upper bound is what is left to
// earn, and the chance that the first guess survives bounds a win.
func (p *Powers) Bounds(b Belief) (lo, hi float64) {
	exact, ok := b.(*count.Posterior)
	if !ok {
		return 0, 1
	}
	had := p.paid(exact.View())
	if p.Objective() == mines.Fraction {
		hi = 1 - had
	} else {
		hi = 1 - exact.LowestRisk()
	}
	if exact.LogLayouts() > math.Log2(float64(p.cfg.Layouts))+1e-6 {
		return 0, hi
	}
	value, err := p.solve(exact.View())
	if err != nil {
		return 0, hi
	}
	lo, hi = value.Interval()
	return lo - had, hi - had
}

// paid returns what the cells already open have earned.
func (p *Powers) paid(v mines.View) float64 {
	if p.Objective() == mines.Fraction {
		return openShare(v)
	}
	return 0
}

// worth returns the value that best play still earns in a small position, if it is found exactly.
func (p *Powers) worth(v mines.View) (float64, bool) {
	value, err := p.solve(v)
	if err != nil || value.Badge() != veil.Exact {
		return 0, false
	}
	return value.Float() - p.paid(v), true
}

// openShare returns the share of the safe cells that are open.
func openShare(v mines.View) float64 {
	open := 0
	for _, m := range v.Marks {
		if m.IsNumber() {
			open++
		}
	}
	return float64(open) / float64(v.Cells()-v.Mines)
}

// solve values a small position exactly, or within bounds if that takes too long. It remembers
// solved positions; this changes no result.
func (p *Powers) solve(v mines.View) (veil.Value, error) {
	key := marksKey(v)
	p.mu.Lock()
	value, ok := p.solved[key]
	p.mu.Unlock()
	if ok {
		return value, nil
	}
	value, err := p.search(v)
	if err == nil {
		p.mu.Lock()
		if len(p.solved) < maxBook {
			p.solved[key] = value
		}
		p.mu.Unlock()
	}
	return value, err
}

func (p *Powers) search(v mines.View) (veil.Value, error) {
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		return veil.Value{}, err
	}
	cfg := SearchConfig{MaxLayouts: p.cfg.Layouts, Objective: p.Objective()}
	cfg.Search.BestOnly = true
	s, err := NewSearch(context.Background(), a, cfg)
	if err != nil {
		return veil.Value{}, err
	}
	values, err := s.Run(context.Background(), veil.Budget{Nodes: p.cfg.Nodes})
	return values.Value, err
}

// Roll returns the next cell of a simulation: by the single-point strategy if it finds one, else a
// certainly safe cell, else usually a cell of lowest risk, else one that is safe in a layout drawn
// from the belief (2012, Table 1).
func (p *Powers) Roll(r *rand.Rand, s *mines.State) mines.Cell {
	roller, _ := p.rollers.Get().(*roller)
	defer p.rollers.Put(roller)
	return roller.roll(r, p, s)
}

// roller follows one simulation with a solver. Consecutive states of a simulation differ by one
// cell, so the solver is given only the difference.
type roller struct {
	solver *count.Solver
	known  mines.State // what the solver was given
	safe   []mines.Cell
	draft  mines.Layout
}

func (w *roller) roll(r *rand.Rand, p *Powers, s *mines.State) mines.Cell {
	if err := w.follow(p, s); err != nil {
		panic(err) // the state itself is a layout that fits
	}
	if c, ok := w.takeSafe(s); ok {
		return c
	}
	for _, deduce := range []func() error{w.solver.Propagate, w.solver.Deduce} {
		if err := deduce(); err != nil {
			panic(err)
		}
		w.safe = append(w.safe, w.solver.TakeSafe()...)
		if c, ok := w.takeSafe(s); ok {
			return c
		}
	}
	return w.guess(r, p, s)
}

// follow passes to the solver the cells opened since its last call.
func (w *roller) follow(p *Powers, s *mines.State) error {
	if w.known.Mines != s.Mines || !contains(&s.Open, &w.known.Open) {
		w.solver.Reset()
		w.known = mines.State{Mines: s.Mines}
		w.safe = w.safe[:0]
	}
	for i := range s.Open {
		for left := s.Open[i] &^ w.known.Open[i]; left != 0; left &= left - 1 {
			c := mines.Cell(64*i + bits.TrailingZeros64(left))
			if err := w.solver.Set(c, mines.Mark(p.Number(s, c))); err != nil {
				return err
			}
		}
	}
	w.known.Open = s.Open
	return nil
}

func contains(a, b *mines.Set) bool {
	for i := range a {
		if b[i]&^a[i] != 0 {
			return false
		}
	}
	return true
}

// takeSafe returns a cell that is known to be safe and still hidden.
func (w *roller) takeSafe(s *mines.State) (mines.Cell, bool) {
	for len(w.safe) > 0 {
		c := w.safe[len(w.safe)-1]
		w.safe = w.safe[:len(w.safe)-1]
		if !s.Open.Has(c) {
			return c, true
		}
	}
	return 0, false
}

// guess returns a cell of lowest risk, or one that is safe in a drawn layout.
func (w *roller) guess(r *rand.Rand, p *Powers, s *mines.State) mines.Cell {
	if err := w.solver.Weigh(); err != nil {
		panic(err)
	}
	if r.Float64() < p.cfg.Safest {
		c, _ := w.solver.Safest()
		return c
	}
	w.solver.Sample(r, w.draft)
	free := 0
	for c, isMine := range w.draft {
		if !isMine && !s.Open.Has(mines.Cell(c)) {
			free++
		}
	}
	at := r.IntN(free)
	for c, isMine := range w.draft {
		if !isMine && !s.Open.Has(mines.Cell(c)) {
			if at == 0 {
				return mines.Cell(c)
			}
			at--
		}
	}
	panic("a layout with fewer safe cells than were counted")
}
