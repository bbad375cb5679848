// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// ParticlesConfig configures a particle filter. The zero value works.
type ParticlesConfig struct {
	// N is the number of particles; 0 means 1000.
	N int
	// Seed is the seed of all randomness in Update.
	Seed uint64
	// Tries limits the replays when all particles have died; 0 means 10⁶.
	Tries int
}

// Particles is a particle filter (sequential importance resampling, Gordon, Salmond &
// Smith 1993). If the model is an Enumerator, a particle is weighted by the exact
// probability of the observation; otherwise it survives if a simulated step shows the
// observation. If all particles die, Update replaces them by replaying the whole history,
// and fails if that finds none.
type Particles[S any, A, O comparable] struct {
	model   veil.Model[S, A, O]
	exact   veil.Enumerator[S, A, O] // nil if the model is not one
	cfg     ParticlesConfig
	history []Step[A, O]
	guesses []veil.Weighted[S] // weights sum to one
}

// NewParticles draws the prior of m.
func NewParticles[S any, A, O comparable](m veil.Model[S, A, O], cfg ParticlesConfig) *Particles[S, A, O] {
	cfg.N, cfg.Tries = cmp.Or(cfg.N, 1000), cmp.Or(cfg.Tries, defaultTries)
	exact, _ := m.(veil.Enumerator[S, A, O])
	b := &Particles[S, A, O]{model: m, exact: exact, cfg: cfg}
	r := b.source()
	for range cfg.N {
		b.guesses = append(b.guesses, veil.Weighted[S]{State: m.Start(r), P: 1 / float64(cfg.N)})
	}
	return b
}

func (b *Particles[S, A, O]) source() *rand.Rand {
	return rand.New(rand.NewPCG(b.cfg.Seed, uint64(len(b.history))))
}

// Guesses returns the particles and their weights. Callers must not change them.
func (b *Particles[S, A, O]) Guesses() []veil.Weighted[S] { return b.guesses }

// Sample draws one of the particles.
func (b *Particles[S, A, O]) Sample(r *rand.Rand) S {
	u := r.Float64()
	for _, g := range b.guesses {
		if u -= g.P; u < 0 {
			return g.State
		}
	}
	return b.guesses[len(b.guesses)-1].State
}

// Update moves every particle by a and weights it by o.
func (b *Particles[S, A, O]) Update(a A, o O) (veil.Belief[S, A, O], error) {
	next := *b
	next.history, next.guesses = extend(b.history, a, o), nil
	r := next.source()
	sum := 0.0
	for _, g := range b.guesses {
		if p := next.move(r, &g.State, a, o); p > 0 {
			g.P = float64(g.P * p)
			sum += g.P
			next.guesses = append(next.guesses, g)
		}
	}
	if sum == 0 {
		if err := next.revive(r); err != nil {
			return nil, fmt.Errorf("after %v saw %v: %w", a, o, err)
		}
		return &next, nil
	}
	squares := 0.0
	for i := range next.guesses {
		next.guesses[i].P /= sum
		squares += float64(next.guesses[i].P * next.guesses[i].P)
	}
	if squares*float64(b.cfg.N) > 2 { // the effective sample size is below N/2
		next.resample(r)
	}
	return &next, nil
}

// move steps s to a state that shows o and returns the probability of o, or 0 if there
// is no such state.
func (b *Particles[S, A, O]) move(r *rand.Rand, s *S, a A, o O) float64 {
	if b.exact == nil {
		if seen, _, _ := b.model.Step(r, s, a); seen != o {
			return 0
		}
		return 1
	}
	sum, from := 0.0, *s
	for _, out := range b.exact.AppendOutcomes(nil, &from, a) {
		if out.Seen != o {
			continue
		}
		sum += out.P
		if r.Float64()*sum < out.P { // reservoir: each outcome in proportion to its P
			*s = out.State
		}
	}
	return sum
}

// resample replaces the weighted particles by N equal ones (systematic resampling).
func (b *Particles[S, A, O]) resample(r *rand.Rand) {
	equal := 1 / float64(b.cfg.N)
	drawn := make([]veil.Weighted[S], 0, b.cfg.N)
	at, upTo := r.Float64()*equal, 0.0
	for _, g := range b.guesses {
		for upTo += g.P; at < upTo && len(drawn) < b.cfg.N; at += equal {
			drawn = append(drawn, veil.Weighted[S]{State: g.State, P: equal})
		}
	}
	b.guesses = drawn
	b.level() // rounding may have lost the last one
}

// revive draws N particles from the whole history by rejection.
func (b *Particles[S, A, O]) revive(r *rand.Rand) error {
	source := &Rejection[S, A, O]{model: b.model, history: b.history}
	for range b.cfg.Tries {
		s, ok := source.draw(r)
		if !ok {
			continue
		}
		b.guesses = append(b.guesses, veil.Weighted[S]{State: s, P: 1 / float64(b.cfg.N)})
		if len(b.guesses) == b.cfg.N {
			return nil
		}
	}
	if len(b.guesses) == 0 {
		return fmt.Errorf("every particle died and none of %d replays fits: %w", b.cfg.Tries, veil.ErrTooHard)
	}
	b.level()
	return nil
}

// level gives all particles the same weight.
func (b *Particles[S, A, O]) level() {
	for i := range b.guesses {
		b.guesses[i].P = 1 / float64(len(b.guesses))
	}
}

// Predict yields nothing, because no probability is known exactly.
func (b *Particles[S, A, O]) Predict(A) iter.Seq2[O, float64] {
	return func(func(O, float64) bool) {}
}
