// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// Mutator is a domain's random walk over start states. It must be reversible for the
// prior: with a uniform prior, going from s to t is as likely as from t to s.
type Mutator[S any] interface {
	Mutate(r *rand.Rand, s *S)
}

// Solver finds one start state that fits a history ("constraint solving"), or fails
// with veil.ErrImpossible.
type Solver[S any, A, O comparable] interface {
	Solve(history []Step[A, O]) (S, error)
}

// Settler is a problem whose hidden state is settled by the first action, such as
// Minesweeper whose first click is protected. Settle draws a start state with
// everything decided, given that the first action will be a: what Start and Step would
// have drawn together.
type Settler[S any, A comparable] interface {
	Settle(r *rand.Rand, a A) S
}

// MetropolisConfig chooses the papers' variants. The zero value is 2011 Alg. 3.
type MetropolisConfig[S any, A, O comparable] struct {
	// Iterations is the length of the walk for one draw; 0 means as many as there
	// were draws from this belief, this one included: in a tree search, the number
	// of simulations through its node (2011, Alg. 3).
	Iterations int
	// Inherit starts a walk where the last one ended, whatever its history (2011,
	// Alg. 4). All beliefs that come from one NewMetropolis share the walk: use them
	// from one goroutine.
	Inherit bool
	// Solver, if not nil, gives the start of the walk (2012, Alg. 3).
	Solver Solver[S, A, O]
	// Tries is how many states Update may visit before it gives up; 0 means 10⁶, and
	// less than 0 that it takes the caller's word for the observation.
	Tries int
	// Effort, if not nil, is what the states of a walk spend.
	Effort *Effort
}

// Metropolis draws by a random walk over start states. A walk that starts at a state
// which contradicts the history has likelihood zero and accepts every mutation;
// the iterations count from the first state that fits, because a state that does not
// cannot be played on. A model that is no [Mutator] is mutated by drawing afresh.
type Metropolis[S any, A, O comparable] struct {
	model   veil.Model[S, A, O]
	mutator Mutator[S]
	settler Settler[S, A] // nil if the model is none
	cfg     MetropolisConfig[S, A, O]
	history []Step[A, O]
	last    *walk[S]
	draws   int
}

// walk is where a random walk is: a start state, and the state the history led to.
type walk[S any] struct {
	start, now S
	ok         bool // now fits some history
}

// redraw is the walk that forgets where it was.
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

// Sample walks and returns the state it ends in, for as long as it takes to find the
// first that fits; a walk that may fail is [Metropolis.Draw].
func (b *Metropolis[S, A, O]) Sample(r *rand.Rand) S {
	s, _ := b.walk(r, nil)
	return s
}

// Draw walks and returns the state it ends in, or fails with ErrSpent.
func (b *Metropolis[S, A, O]) Draw(r *rand.Rand) (S, error) { return b.walk(r, b.cfg.Effort) }

// walk draws a state. Before the first action there is nothing to fit, and the prior is
// drawn from directly. A walk that was cut short has not arrived anywhere.
func (b *Metropolis[S, A, O]) walk(r *rand.Rand, e *Effort) (s S, err error) {
	if len(b.history) == 0 {
		if !e.spend() {
			return s, ErrSpent
		}
		return b.model.Start(r), nil
	}
	w := b.begin(r)
	for {
		if !e.spend() {
			return s, ErrSpent
		}
		if b.arrive(r, &w) {
			break
		}
		b.mutator.Mutate(r, &w.start)
	}
	b.draws++
	for range cmp.Or(b.cfg.Iterations, b.draws) {
		if !e.spend() {
			return s, ErrSpent
		}
		next := w
		b.mutator.Mutate(r, &next.start)
		if b.arrive(r, &next) {
			w = next
		}
	}
	*b.last = w
	return w.now, nil
}

// History returns what the belief is conditioned on.
func (b *Metropolis[S, A, O]) History() []Step[A, O] { return b.history }

// begin returns the first point of a walk.
func (b *Metropolis[S, A, O]) begin(r *rand.Rand) walk[S] {
	if b.cfg.Inherit && b.last.ok {
		return *b.last
	}
	if b.cfg.Solver != nil {
		if s, err := b.cfg.Solver.Solve(b.history); err == nil {
			return walk[S]{start: s}
		}
	}
	if b.settler != nil {
		return walk[S]{start: b.settler.Settle(r, b.history[0].Action)}
	}
	return walk[S]{start: b.model.Start(r)}
}

// arrive replays the history from the walk's start and reports whether it fits.
func (b *Metropolis[S, A, O]) arrive(r *rand.Rand, w *walk[S]) bool {
	w.now = w.start
	w.ok = replay(r, b.model, &w.now, b.history)
	return w.ok
}

// Update returns the longer history after it has seen one state that fits it. Only a
// Solver can prove that none does (veil.ErrImpossible); without one it fails with
// veil.ErrTooHard.
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

// Extend is Update for a caller who knows that o is possible, as a search that has
// just simulated it does: nothing is checked, and Sample never ends if it is not.
func (b *Metropolis[S, A, O]) Extend(a A, o O) veil.Belief[S, A, O] { return b.extended(a, o) }

func (b *Metropolis[S, A, O]) extended(a A, o O) *Metropolis[S, A, O] {
	next := *b
	next.history, next.draws = extend(b.history, a, o), 0
	return &next
}

// Predict yields nothing: no probability is known exactly.
func (b *Metropolis[S, A, O]) Predict(A) iter.Seq2[O, float64] {
	return func(func(O, float64) bool) {}
}
