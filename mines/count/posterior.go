// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// Posterior is the exact belief of the [mines.Model]: uniform over the layouts that fit the view.
// Beliefs derived from one another share one solver, which holds the position of the belief used
// last; a lock makes that safe.
type Posterior struct {
	desk *desk
	view mines.View
	lost bool
}

var _ veil.Belief[mines.State, mines.Cell, mines.Reading] = (*Posterior)(nil)

// desk is the solver that a family of beliefs shares.
type desk struct {
	model *mines.Model
	mu    sync.Mutex
	on    *Posterior // the belief whose position the solver holds
	at    Solver
	draft mines.Layout
}

// NewPosterior returns the belief of a player whose view is v.
func NewPosterior(m *mines.Model, v mines.View, limit Limit) (*Posterior, error) {
	if v.Rules != m.Rules() {
		return nil, fmt.Errorf("view of %v, model of %v", v.Rules, m.Rules())
	}
	d := &desk{model: m, at: *NewSolver(v.Rules, limit), draft: make(mines.Layout, v.Cells())}
	p := &Posterior{desk: d, view: v}
	return p, d.load(p)
}

// load makes the solver hold p's position, weighed.
func (d *desk) load(p *Posterior) error {
	if d.on == p {
		return nil
	}
	d.on = nil
	if err := d.at.Load(p.view); err != nil {
		return err
	}
	if err := d.at.Deduce(); err != nil {
		return err
	}
	if err := d.at.Weigh(); err != nil {
		return err
	}
	d.on = p
	return nil
}

// with runs f on the solver loaded with p. It cannot fail: a belief that exists was loaded before.
func (p *Posterior) with(f func(s *Solver)) {
	p.desk.mu.Lock()
	defer p.desk.mu.Unlock()
	if err := p.desk.load(p); err != nil {
		panic(err)
	}
	f(&p.desk.at)
}

// Ask runs f on a solver that holds the position, with its risks weighed. f must neither change nor
// keep the solver.
func (p *Posterior) Ask(f func(s *Solver)) { p.with(f) }

// View returns the player's view.
func (p *Posterior) View() mines.View { return p.view }

// protected reports whether the first click is still to come and draws the mines.
func (p *Posterior) protected() bool {
	return p.view.First != mines.Any && p.view.Untouched() && !p.lost
}

// Sample draws a hidden state.
func (p *Posterior) Sample(r *rand.Rand) mines.State {
	s := p.desk.model.Blank()
	if p.protected() {
		return s
	}
	s.Placed, s.Lost = true, p.lost
	p.with(func(solver *Solver) {
		solver.Sample(r, p.desk.draft)
		s.Mines = mines.SetOf(p.desk.draft)
	})
	for c, m := range p.view.Marks {
		if m.IsNumber() {
			s.Open.Add(mines.Cell(c))
			s.Left--
		} else if m == mines.Mine && p.lost {
			s.Open.Add(mines.Cell(c))
		}
	}
	return s
}

// Update returns the belief after a showed o.
func (p *Posterior) Update(a mines.Cell, o mines.Reading) (veil.Belief[mines.State, mines.Cell, mines.Reading], error) {
	next := &Posterior{desk: p.desk, lost: o == mines.Boom}
	mark := mines.Mark(o)
	if o == mines.Boom {
		mark = mines.Mine
		if p.protected() {
			return nil, fmt.Errorf("%s is protected and exploded: %w", p.view.Name(a), veil.ErrImpossible)
		}
	}
	next.view = p.view.With(a, mark)
	p.desk.mu.Lock()
	defer p.desk.mu.Unlock()
	if err := p.desk.load(next); err != nil {
		return nil, fmt.Errorf("after %s showed %v: %w", p.view.Name(a), o, err)
	}
	return next, nil
}

// Predict yields the numbers that a can show with their probabilities, then Boom.
func (p *Posterior) Predict(a mines.Cell) iter.Seq2[mines.Reading, float64] {
	var law [9]float64
	risk := 0.0
	p.with(func(s *Solver) {
		law, risk = p.law(s, a)
	})
	return func(yield func(mines.Reading, float64) bool) {
		for o, x := range law {
			if x > 0 && !yield(mines.Reading(o), x) {
				return
			}
		}
		if risk > 0 {
			yield(mines.Boom, risk)
		}
	}
}

// law returns the chance of each number that a may show, and its risk, under the first-click rule.
func (p *Posterior) law(s *Solver, a mines.Cell) (law [9]float64, risk float64) {
	if p.protected() && p.view.First == mines.Zero {
		law[0] = 1
		return law, 0
	}
	law, err := s.Law(a)
	if err != nil {
		panic(err) // the whole position was weighed; a part of it fits the limit too
	}
	risk = s.Risk(a)
	if p.protected() {
		for o := range law {
			law[o] /= 1 - risk
		}
		risk = 0
	}
	return law, risk
}

// Risk returns the probability that opening a loses, under the first-click rule.
func (p *Posterior) Risk(a mines.Cell) float64 {
	if p.protected() {
		return 0
	}
	risk := 0.0
	p.with(func(s *Solver) { risk = s.Risk(a) })
	return risk
}

// LowestRisk returns the risk of the safest cell, under the first-click rule.
func (p *Posterior) LowestRisk() float64 {
	if p.protected() {
		return 0
	}
	risk := 1.0
	p.with(func(s *Solver) {
		if c, ok := s.Safest(); ok {
			risk = s.Risk(c)
		}
	})
	return risk
}

// Safe returns the first hidden cell that is certainly safe, if there is one.
func (p *Posterior) Safe() (mines.Cell, bool) {
	found, ok := mines.Cell(0), false
	p.with(func(s *Solver) {
		for c, f := range s.fate {
			if f == safe {
				found, ok = mines.Cell(c), true
				return
			}
		}
	})
	return found, ok && !p.protected()
}

// Certainty returns what is certain about a.
func (p *Posterior) Certainty(a mines.Cell) Certainty {
	certainty := Unsure
	p.with(func(s *Solver) { certainty = s.Certainty(a) })
	return certainty
}

// LogLayouts returns the binary logarithm of the number of layouts that fit, approximately.
func (p *Posterior) LogLayouts() float64 {
	n := 0.0
	p.with(func(s *Solver) { n = s.LogLayouts() })
	return n
}

// AppendPrediction appends every answer to a with its probability and reward, in the order of
// Predict; the states are left out.
func (p *Posterior) AppendPrediction(dst []veil.Outcome[mines.State, mines.Reading], a mines.Cell) []veil.Outcome[mines.State, mines.Reading] {
	left := p.view.Cells() - p.view.Mines
	for _, m := range p.view.Marks {
		if m.IsNumber() {
			left--
		}
	}
	m := p.desk.model
	for o, x := range p.Predict(a) {
		out := veil.Outcome[mines.State, mines.Reading]{Seen: o, P: x}
		if out.Done = true; o != mines.Boom {
			out.Reward, out.Done = m.Reward(left - 1)
		}
		dst = append(dst, out)
	}
	return dst
}
