// SPDX-License-Identifier: BSD-3-Clause

package methods

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
)

// The estimators that every model has, named as in the papers.
const (
	exactBelief = "exact"      // Bayes over listed states, or the problem's own exact belief
	particles   = "particles"  // a particle filter
	rejection   = "rejection"  // 2011, Alg. 1
	metropolis  = "metropolis" // 2011, Alg. 3, counted from the first state that fits
	inherit     = "inherit"    // 2011, Alg. 4, counted in the same way
	alg3        = "alg3"       // 2011, Alg. 3 as printed
	alg4        = "alg4"       // 2011, Alg. 4 as printed: the paper's fast version
)

// beliefs lists the estimators of the problem, the default first.
func (p *Problem[S, A, O]) beliefs() []string {
	var names []string
	for name := range p.Beliefs {
		names = append(names, name)
	}
	slices.Sort(names)
	if p.Exact != nil && p.Beliefs[exactBelief] == nil {
		names = append(names, exactBelief)
	}
	if i := slices.Index(names, cmp.Or(p.Usual, exactBelief)); i > 0 {
		names[0], names[i] = names[i], names[0]
	}
	return append(names, particles, rejection, metropolis, inherit, alg3, alg4)
}

func (p *Problem[S, A, O]) defaultBelief() string { return p.beliefs()[0] }

func knownBelief(name string, known []string) error {
	if slices.Contains(known, name) {
		return nil
	}
	return fmt.Errorf("belief %q: want %s", name, strings.Join(known, ", "))
}

// prior returns the belief before the first observation. Estimators that redraw states share the effort.
func (p *Problem[S, A, O]) prior(name string, seed uint64, effort *belief.Effort) (veil.Belief[S, A, O], error) {
	if own := p.Beliefs[name]; own != nil {
		return own(seed)
	}
	switch name {
	case exactBelief:
		return belief.Exact(p.Exact)
	case particles:
		return belief.NewParticles(p.Model, belief.ParticlesConfig{Seed: seed}), nil
	case rejection:
		return belief.NewRejection(p.Model, belief.RejectionConfig{Effort: effort, Tries: -1}), nil
	}
	return belief.NewMetropolis(p.Model, belief.MetropolisConfig[S, A, O]{
		Effort: effort, Tries: -1, Printed: name == alg3 || name == alg4, Inherit: name == inherit || name == alg4,
	}), nil
}
