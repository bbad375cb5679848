// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Mutator is a problem with a random walk over its start states. The walk must be
// reversible for the prior: if the prior is uniform, going from s to t is as likely as
// going from t to s.
type Mutator[S any] interface {
	Mutate(r *rand.Rand, s *S)
}

// Solver finds one start state that agrees with a history (by constraint solving, say),
// or fails with veil.ErrImpossible.
type Solver[S any, A, O comparable] interface {
	Solve(history []Step[A, O]) (S, error)
}

// Settler is a problem that completes the hidden state at the first action, such as
// Minesweeper with a protected first click.
type Settler[S any, A comparable] interface {
	// Settle draws a complete start state, given that the first action will be a. Its
	// distribution is that of Start and Step together.
	Settle(r *rand.Rand, a A) S
}

// Pretender is a problem whose actions can be performed without regard to what the hidden
// state would answer: a Minesweeper cell can be marked as open even over a mine.
type Pretender[S any, A comparable] interface {
	Pretend(s *S, a A)
}

// MetropolisConfig selects a variant of Metropolis sampling. 2011 and 2012 are the papers that the
// package comment cites. The zero value is 2011 Alg. 3.
type MetropolisConfig[S any, A, O comparable] struct {
	// Iterations is the length of the walk for one draw; 0 means the number of draws
	// from this belief so far, including this one. In a tree search this is the number
	// of simulations through the node (2011, Alg. 3).
	Iterations int
	// Inherit starts each walk where the last one ended, whatever its history (2011,
	// Alg. 4). All beliefs derived from one NewMetropolis share the walk and must be
	// used from one goroutine.
	Inherit bool
	// Printed takes exactly Iterations steps and returns the state in which the walk
	// ends, even one that contradicts the history: 2011 Alg. 3 and 4 to the letter.
	// Without it the steps count from the first state that fits. Printed requires a
	// model that is a [Pretender], or misfits are stepped like any other state.
	Printed bool
	// Solver, if not nil, provides the start of the walk (2012, Alg. 3).
	Solver Solver[S, A, O]
	// Tries limits the states that Update visits in search of one that fits; 0 means
	// 10⁶. If it is negative, Update does not check that the observation is possible.
	Tries int
	// Effort, if not nil, limits the states that all walks together examine.
	Effort *Effort
}

// Metropolis draws by a random walk over start states. While the walk is at a state that
// contradicts the history, whose likelihood is zero, it accepts every mutation (the papers divide
// by that likelihood). Unless the configuration says Printed, its iterations count from the first
// state that fits, because play can continue only from a state that fits. For a model that is not a
// [Mutator], a mutation is a new draw from the prior.
type Metropolis[S any, A, O comparable] struct {
	model   veil.Model[S, A, O]
	mutator Mutator[S]
	settler Settler[S, A] // nil if the model is not one
	cfg     MetropolisConfig[S, A, O]
	history []Step[A, O]
	last    *walk[S]
	draws   int
}

// walk is the position of a random walk: a start state, and the state after the history.
type walk[S any] struct {
	start, now S
	ok         bool // the replay that led to now agreed with the history
	begun      bool // there is a start
}

// redraw is the mutation that draws from the prior.
type redraw[S any, A, O comparable] struct{ veil.Model[S, A, O] }

func (d redraw[S, A, O]) Mutate(r *rand.Rand, s *S) { *s = d.Start(r) }

// NewMetropolis returns the prior of m.
func NewMetropolis[S any, A, O comparable](m veil.Model[S, A, O], cfg MetropolisConfig[S, A, O]) *Metropolis[S, A, O] {
	cfg.Tries = cmp.Or(cfg.Tries, defaultTries)
	mutator, ok := m.(Mutator[S])
	if !ok {
		mutator = redraw[S, A, O]{m}
	}
	settler, _ := m.(Settler[S, A])
	return &Metropolis[S, A, O]{model: m, mutator: mutator, settler: settler, cfg: cfg, last: &walk[S]{}}
}

// Sample walks and returns the state that the walk ends in. It does not return before
// the walk has found a state that fits; [Metropolis.Draw] gives up.
func (b *Metropolis[S, A, O]) Sample(r *rand.Rand) S {
	s, _ := b.walk(r, nil)
	return s
}

// Draw is like Sample but fails with ErrSpent when the Effort is spent.
func (b *Metropolis[S, A, O]) Draw(r *rand.Rand) (S, error) { return b.walk(r, b.cfg.Effort) }

// walk draws a state. Without a history it draws directly from the prior. A walk that
// runs out of effort leaves no trace.
func (b *Metropolis[S, A, O]) walk(r *rand.Rand, e *Effort) (s S, err error) {
	if len(b.history) == 0 {
		if !e.spend() {
			return s, ErrSpent
		}
		return b.model.Start(r), nil
	}
	w := b.begin(r)
	if !b.enter(r, &w, e) {
		return s, ErrSpent
	}
	b.draws++
	for range cmp.Or(b.cfg.Iterations, b.draws) {
		if !e.spend() {
			return s, ErrSpent
		}
		next := w
		b.mutator.Mutate(r, &next.start)
		if b.arrive(r, &next) || !w.ok {
			w = next
		}
	}
	*b.last = w
	if !w.ok {
		b.pretend(r, &w)
	}
	return w.now, nil
}

// enter replays the first state of a walk and, unless the walk may end in a misfit, walks to one
// that fits. It reports whether the effort suffices.
func (b *Metropolis[S, A, O]) enter(r *rand.Rand, w *walk[S], e *Effort) bool {
	for e.spend() {
		if b.arrive(r, w) || b.cfg.Printed {
			return true
		}
		b.mutator.Mutate(r, &w.start)
	}
	return false
}

// pretend makes now the state after the history's actions, whatever they would have shown.
func (b *Metropolis[S, A, O]) pretend(r *rand.Rand, w *walk[S]) {
	w.now = w.start
	pretender, ok := b.model.(Pretender[S, A])
	for _, step := range b.history {
		if ok {
			pretender.Pretend(&w.now, step.Action)
		} else {
			b.model.Step(r, &w.now, step.Action)
		}
	}
}

// History returns the history that the belief is conditioned on.
func (b *Metropolis[S, A, O]) History() []Step[A, O] { return b.history }

// begin returns the first position of a walk.
func (b *Metropolis[S, A, O]) begin(r *rand.Rand) walk[S] {
	if b.cfg.Inherit && b.last.begun {
		return *b.last
	}
	if b.cfg.Solver != nil {
		if s, err := b.cfg.Solver.Solve(b.history); err == nil {
			return walk[S]{start: s, begun: true}
		}
	}
	if b.settler != nil {
		return walk[S]{start: b.settler.Settle(r, b.history[0].Action), begun: true}
	}
	return walk[S]{start: b.model.Start(r), begun: true}
}

// arrive replays the history from the walk's start and reports whether it agrees.
func (b *Metropolis[S, A, O]) arrive(r *rand.Rand, w *walk[S]) bool {
	w.now = w.start
	w.ok = replay(r, b.model, &w.now, b.history)
	return w.ok
}

// Update returns the belief with the longer history, once it has found one state that
// fits. Only a Solver can prove that there is none (veil.ErrImpossible); without a Solver,
// Update fails with veil.ErrTooHard.
func (b *Metropolis[S, A, O]) Update(a A, o O) (veil.Belief[S, A, O], error) {
	next := b.extended(a, o)
	if b.cfg.Solver != nil {
		if _, err := b.cfg.Solver.Solve(next.history); err != nil {
			return nil, fmt.Errorf("after %v saw %v: %w", a, o, err)
		}
	}
	if b.cfg.Tries < 0 {
		return next, nil
	}
	r := rand.New(rand.NewPCG(uint64(len(next.history)), 1))
	w := next.begin(r)
	for range b.cfg.Tries {
		if next.arrive(r, &w) {
			return next, nil
		}
		next.mutator.Mutate(r, &w.start)
	}
	return nil, fmt.Errorf("after %v saw %v: a walk of %d steps meets no fit: %w", a, o, b.cfg.Tries, veil.ErrTooHard)
}

// Extend is Update without the check, for callers that know that o is possible, such as a
// search that has just simulated it. If o is impossible, Sample does not return.
func (b *Metropolis[S, A, O]) Extend(a A, o O) veil.Belief[S, A, O] { return b.extended(a, o) }

func (b *Metropolis[S, A, O]) extended(a A, o O) *Metropolis[S, A, O] {
	next := *b
	next.history, next.draws = extend(b.history, a, o), 0
	return &next
}

// Predict yields nothing, because no probability is known exactly.
func (b *Metropolis[S, A, O]) Predict(A) iter.Seq2[O, float64] {
	return func(func(O, float64) bool) {}
}
