// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package uct_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/problems/tiger"
)

// flat is POMCP for Tiger and nothing else, written to be fast: what generality and
// bookkeeping cost is the ratio to it, within one run.
type flat struct {
	nodes []flatNode
	r     *rand.Rand
	reach float64
	path  []flatStep
}

type flatNode struct {
	visits int32
	tried  [3]int32
	q      [3]float64
	child  [3][3]int32 // by action and sound; 0 is none
}

type flatStep struct {
	node, action int32
	reward       float64
}

func (f *flat) simulate(depth int) {
	m := tiger.Model{}
	s := m.Start(f.r)
	at, left := int32(0), depth
	f.path = f.path[:0]
	value := 0.0
	for left > 0 {
		n := &f.nodes[at]
		a := f.pick(n)
		o, reward, _ := m.Step(f.r, &s, tiger.Action(a))
		f.path = append(f.path, flatStep{at, int32(a), reward})
		left--
		next := n.child[a][o]
		if next == 0 {
			n.child[a][o] = int32(len(f.nodes))
			f.nodes = append(f.nodes, flatNode{})
			value = f.rollout(&s, left)
			break
		}
		at = next
	}
	for _, p := range slices.Backward(f.path) {
		n := &f.nodes[p.node]
		value = p.reward + tiger.Discount*value
		n.visits++
		n.tried[p.action]++
		n.q[p.action] += (value - n.q[p.action]) / float64(n.tried[p.action])
	}
}

func (f *flat) pick(n *flatNode) int {
	log, best, top := math.Log(float64(1+n.visits)), 0, math.Inf(-1)
	for a := range n.q {
		if score := n.q[a] + f.reach*math.Sqrt(log/float64(1+n.tried[a])); score > top {
			best, top = a, score
		}
	}
	return best
}

func (f *flat) rollout(s *tiger.State, left int) float64 {
	m, sum, weight := tiger.Model{}, 0.0, 1.0
	for ; left > 0; left-- {
		_, reward, _ := m.Step(f.r, s, tiger.Action(f.r.IntN(3)))
		sum += weight * reward
		weight *= tiger.Discount
	}
	return sum
}

// BenchmarkTigerFlat is the yardstick of BenchmarkTiger/plan=pomcp/depth=90.
func BenchmarkTigerFlat(b *testing.B) {
	const simulations = 50_000
	b.ReportAllocs()
	before := rusage.CPU()
	for b.Loop() {
		f := &flat{r: rand.New(rand.NewPCG(0, 0)), reach: 0.05 * 110 / (1 - tiger.Discount), nodes: make([]flatNode, 1, simulations+1)}
		for range simulations {
			f.simulate(90)
		}
	}
	b.ReportMetric(float64(b.N)*simulations/(rusage.CPU()-before).Seconds(), "sims/cpu-s")
	b.ReportMetric(simulations, "sims/op")
}
