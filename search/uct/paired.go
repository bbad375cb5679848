// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// scenarios are the random numbers of simulations that are compared. Every step of a scenario has its own stream, so
// that one step that draws more numbers than another does not change those after it.
type scenarios struct {
	seed   uint64
	number uint64 // of the current scenario
	moment uint64 // steps made in it
	pcg    *rand.PCG
	stream *rand.Rand
}

func newScenarios(seed uint64, tree int) *scenarios {
	pcg := rand.NewPCG(seed, uint64(tree))
	return &scenarios{seed: mixed(seed) ^ uint64(tree), pcg: pcg, stream: rand.New(pcg)}
}

// begin starts a scenario.
func (s *scenarios) begin(number int32) { s.number, s.moment = mixed(s.seed+uint64(number)), 0 }

// next returns the stream of the next step.
func (s *scenarios) next() *rand.Rand {
	s.moment++
	s.pcg.Seed(s.number, mixed(s.number^s.moment))
	return s.stream
}

// mixed returns a number whose every bit depends on every bit of x (SplitMix64: Steele, Lea & Flood 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// dice returns the source of the next step's randomness.
func (t *tree[S, A, O]) dice() *rand.Rand {
	if t.scenarios == nil {
		return t.random
	}
	return t.scenarios.next()
}

// halve spends the budget on rounds of equal size. In a round every action that is left has equally many
// simulations, in the same scenarios; then the worse half is dropped (sequential halving: Karnin, Koren & Somekh
// 2013). It returns the number of simulations and whether the context ended the search.
func (t *tree[S, A, O]) halve(ctx context.Context) (ran int, cut bool) {
	t.scenarios.begin(-1)
	t.draw(t.root)
	if t.err == nil {
		t.expand(0)
	}
	alive := t.rootEdges()
	rounds := max(bits.Len(uint(max(len(alive), 1)-1)), 1)
	for round := 1; t.err == nil && len(alive) > 0; {
		for _, t.entry = range alive {
			t.scenarios.begin(t.edges[t.entry].visits)
			if t.simulate(); t.err != nil {
				return ran, false
			}
			ran++
		}
		spent := t.spentShare(ran)
		if spent >= 1 || ctx.Err() != nil {
			return ran, spent < 1
		}
		for ; len(alive) > 1 && spent*float64(rounds) >= float64(round); round++ {
			slices.SortStableFunc(alive, func(x, y int32) int { return cmp.Compare(t.edges[y].q, t.edges[x].q) })
			alive = alive[:max((len(alive)+1)/2, 2)]
		}
	}
	return ran, false
}

// rootEdges returns the edges of the root.
func (t *tree[S, A, O]) rootEdges() (list []int32) {
	root := &t.nodes[0]
	for e := root.edges; e != none && e < root.edges+root.count; e++ {
		list = append(list, e)
	}
	return list
}

// spentShare returns the part of the tree's budget that the simulations so far have spent.
func (t *tree[S, A, O]) spentShare(ran int) float64 {
	if t.allowed == (veil.Budget{}) {
		return 1
	}
	share := 0.0
	if t.allowed.Simulations > 0 {
		share = float64(ran) / float64(t.allowed.Simulations)
	}
	if t.allowed.Steps > 0 {
		share = max(share, float64(t.used)/float64(t.allowed.Steps))
	}
	return share
}
