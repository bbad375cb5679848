// SPDX-License-Identifier: BSD-3-Clause

package belief

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"

	"github.com/veilplan/veil"
)

// ParticlesConfig configures a particle filter. The zero value works.
type ParticlesConfig struct {
	// N is the largest number of different states that are kept; 0 means 1000.
	N int
	// Seed is the seed of all randomness in Update.
	Seed uint64
	// Tries limits the replays when all particles have died; 0 means 10⁶.
	Tries int
}

// ObservationModel is a problem that knows how likely an observation is. A belief then weights states
// by it, so observations may be continuous, such as measurements.
type ObservationModel[S any, A, O comparable] interface {
	// Likelihood returns the probability, or the density, of o when a has led to s.
	Likelihood(s *S, a A, o O) float64
}

// Particles is a particle filter: weighted states that are moved by every action and weighted
// by every observation.
//
// If the model is a [veil.Enumerator], every outcome of every particle is followed, with its
// probability. If it is an [ObservationModel], each particle is stepped and weighted by the likelihood.
// Otherwise it is stepped several times, and the share of steps that show the observation is
// its weight. Equal states are merged, so as long as no more than N states are possible and all
// were drawn, the belief is that of a Set, up to sampling error. When there are more, N of them are
// kept by the resampling of Fearnhead & Clifford (2003), which keeps heavy states with their
// weights unchanged.
//
// A belief that has few states left mixes in new ones, drawn from the prior and led through
// the whole history; if all have died, Update replaces them in this way, and fails if that
// finds none.
type Particles[S any, A, O comparable] struct {
	model       veil.Model[S, A, O]
	exact       veil.Enumerator[S, A, O]  // nil if the model is not one
	observation ObservationModel[S, A, O] // nil if the model is not one
	cfg         ParticlesConfig
	history     []Step[A, O]
	guesses     []veil.Weighted[S] // weights sum to one
	alias       alias
	merge       bool // states can be compared
	covered     bool // all possible states were drawn at the start
}

// effort is how many draws or steps are made for every particle where the model does not give
// their probabilities.
const effort = 16

// NewParticles draws the prior of m.
func NewParticles[S any, A, O comparable](m veil.Model[S, A, O], cfg ParticlesConfig) *Particles[S, A, O] {
	cfg.N, cfg.Tries = cmp.Or(cfg.N, 1000), cmp.Or(cfg.Tries, defaultTries)
	b := &Particles[S, A, O]{model: m, cfg: cfg, merge: reflect.TypeFor[S]().Comparable()}
	b.exact, _ = m.(veil.Enumerator[S, A, O])
	b.observation, _ = m.(ObservationModel[S, A, O])
	b.begin(b.source())
	return b
}

// begin draws states until there are N different ones, or no new ones are found.
func (b *Particles[S, A, O]) begin(r *rand.Rand) {
	for draws := b.cfg.N; len(b.guesses) < b.cfg.N && !b.covered; {
		for range draws {
			b.guesses = append(b.guesses, veil.Weighted[S]{State: b.model.Start(r), P: 1})
		}
		b.guesses = b.merged(b.guesses)
		b.covered = draws > b.cfg.N
		draws = (effort - 1) * b.cfg.N
	}
	b.covered = b.covered && len(b.guesses) < b.cfg.N
	b.settle(r)
}

func (b *Particles[S, A, O]) source() *rand.Rand {
	return rand.New(rand.NewPCG(b.cfg.Seed, uint64(len(b.history))))
}

// Guesses returns the particles and their weights. Callers must not change them.
func (b *Particles[S, A, O]) Guesses() []veil.Weighted[S] { return b.guesses }

// Past yields what was done and seen so far.
func (b *Particles[S, A, O]) Past() iter.Seq2[A, O] {
	return func(yield func(A, O) bool) {
		for _, step := range b.history {
			if !yield(step.Action, step.Seen) {
				return
			}
		}
	}
}

// Effective returns the effective number of states, 1/Σp² (Kong, Liu & Wong 1994).
func (b *Particles[S, A, O]) Effective() float64 { return effective(b.guesses) }

func effective[S any](list []veil.Weighted[S]) float64 {
	sum, squares := 0.0, 0.0
	for i := range list {
		sum += list[i].P
		squares += float64(list[i].P * list[i].P)
	}
	return float64(sum*sum) / squares
}

// Sample draws one of the particles.
func (b *Particles[S, A, O]) Sample(r *rand.Rand) S { return b.guesses[b.alias.draw(r)].State }

// Update moves every particle by a and weights it by o.
func (b *Particles[S, A, O]) Update(a A, o O) (veil.Belief[S, A, O], error) {
	next := *b
	next.history = extend(b.history, a, o)
	r := next.source()
	next.guesses = next.merged(next.propagate(r, b.guesses, a, o))
	switch {
	case len(next.guesses) == 0:
		next.guesses = next.merged(next.fresh(r, b.cfg.N, b.cfg.Tries))
		if len(next.guesses) == 0 {
			return nil, fmt.Errorf("after %v saw %v: every particle died and none of %d replays fits: %w", a, o, b.cfg.Tries, veil.ErrTooHard)
		}
	case !b.covered && len(next.guesses) < b.cfg.N/2:
		next.refresh(r)
	}
	next.settle(r)
	return &next, nil
}

// propagate returns weighted successors of the particles that show o after a: all of them if
// outcomes can be listed, otherwise a sample.
func (b *Particles[S, A, O]) propagate(r *rand.Rand, from []veil.Weighted[S], a A, o O) []veil.Weighted[S] {
	var list []veil.Weighted[S]
	if b.exact != nil {
		var outcomes []veil.Outcome[S, O]
		for _, g := range from {
			outcomes = b.exact.AppendOutcomes(outcomes[:0], &g.State, a)
			for i := range outcomes {
				if out := &outcomes[i]; out.Seen == o && out.P > 0 {
					list = append(list, veil.Weighted[S]{State: out.State, P: float64(g.P * out.P)})
				}
			}
		}
		return list
	}
	tries := float64(b.cfg.N)
	if b.observation == nil {
		tries *= effort
	}
	for _, g := range from {
		each := int(math.Ceil(tries * (1/float64(len(from)) + g.P) / 2)) // a heavy one must not die by chance
		for range each {
			s := g.State
			if p := b.step(r, &s, a, o); p > 0 {
				list = append(list, veil.Weighted[S]{State: s, P: float64(g.P*p) / float64(each)})
			}
		}
	}
	return list
}

// step moves s by a and returns how likely it then shows o.
func (b *Particles[S, A, O]) step(r *rand.Rand, s *S, a A, o O) float64 {
	seen, _, _ := b.model.Step(r, s, a)
	switch {
	case b.observation != nil:
		return b.observation.Likelihood(s, a, o)
	case seen == o:
		return 1
	default:
		return 0
	}
}

// guide moves s by a to a state that shows o and returns the probability of o, or 0.
func (b *Particles[S, A, O]) guide(r *rand.Rand, s *S, a A, o O) float64 {
	if b.exact == nil {
		return b.step(r, s, a, o)
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

// fresh draws states from the prior and replays the history on them. It returns up to enough of
// them, weighted by how well they fit, after at most the given number of tries.
func (b *Particles[S, A, O]) fresh(r *rand.Rand, enough, tries int) []veil.Weighted[S] {
	var list []veil.Weighted[S]
	for ; tries > 0 && len(list) < enough; tries-- {
		g := veil.Weighted[S]{State: b.model.Start(r), P: 1}
		for _, h := range b.history {
			if g.P *= b.guide(r, &g.State, h.Action, h.Seen); g.P == 0 {
				break
			}
		}
		if g.P > 0 {
			list = append(list, g)
		}
	}
	return list
}

// refresh mixes in fresh states, in the share of their effective number.
func (b *Particles[S, A, O]) refresh(r *rand.Rand) {
	fresh := b.fresh(r, b.cfg.N, max(4*b.cfg.N/len(b.history), 1))
	if len(fresh) == 0 {
		return
	}
	many := effective(fresh)
	normalise(fresh, many/(many+float64(b.cfg.N)))
	normalise(b.guesses, float64(b.cfg.N)/(many+float64(b.cfg.N)))
	b.guesses = b.merged(append(b.guesses, fresh...))
}

// normalise scales weights to the given sum.
func normalise[S any](list []veil.Weighted[S], to float64) {
	sum := 0.0
	for i := range list {
		sum += list[i].P
	}
	for i := range list {
		list[i].P *= to / sum
	}
}

// settle keeps N states and prepares sampling.
func (b *Particles[S, A, O]) settle(r *rand.Rand) {
	normalise(b.guesses, 1)
	if len(b.guesses) > b.cfg.N {
		b.guesses = thin(r, b.guesses, b.cfg.N)
		normalise(b.guesses, 1)
	}
	b.alias = newAlias(b.guesses)
}

// merged adds up the weights of equal states, in order of first appearance. It reuses list.
func (b *Particles[S, A, O]) merged(list []veil.Weighted[S]) []veil.Weighted[S] {
	if !b.merge {
		return list
	}
	once, index := list[:0], make(map[any]int, len(list))
	for _, g := range list {
		if i, ok := index[g.State]; ok {
			once[i].P += g.P
		} else {
			index[g.State] = len(once)
			once = append(once, g)
		}
	}
	return once
}

// Predict yields nothing, because no probability is known exactly.
func (b *Particles[S, A, O]) Predict(A) iter.Seq2[O, float64] {
	return func(func(O, float64) bool) {}
}
