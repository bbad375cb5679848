// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/veiltest"
)

// letter is 2011 Alg. 2 written from the page: tables keyed by the history, no tree, no
// incremental anything. It draws its random numbers in the same order as the engine,
// so the two must agree in every count.
type letter struct {
	p      veiltest.Patch
	root   veil.Belief[veiltest.PatchState, int, int]
	r      *rand.Rand
	n      map[string]int         // n(s)
	na     map[string]map[int]int // n(s, a)
	q      map[string]map[int]float64
	belief map[string]veil.Belief[veiltest.PatchState, int, int]
}

// simulate runs one pass of the outer loop.
func (l *letter) simulate(t *testing.T) {
	type pair struct {
		s string
		a int
	}
	s, z, b := "", l.root.Sample(l.r), l.root
	var visited []pair
	reward, done := 0.0, false
	take := func(a int) {
		visited = append(visited, pair{s, a})
		var o int
		var r float64
		o, r, done = l.p.Step(nil, &z, a)
		reward += r
		s += fmt.Sprintf("%d:%d ", a, o)
		if done {
			return
		}
		if l.belief[s] == nil {
			next, err := b.Update(a, o)
			if err != nil {
				t.Fatal(err)
			}
			l.belief[s] = next
		}
		b = l.belief[s]
	}
	for !done && l.n[s] > 0 {
		if s != "" {
			z = b.Sample(l.r)
		}
		take(l.choose(s, l.p.AppendActions(nil, &z)))
	}
	for !done {
		actions := l.p.AppendActions(nil, &z)
		take(actions[l.r.Int32N(int32(len(actions)))])
	}
	for _, v := range visited {
		if l.q[v.s] == nil {
			l.q[v.s], l.na[v.s] = map[int]float64{}, map[int]int{}
		}
		l.q[v.s][v.a] += (reward - l.q[v.s][v.a]) / float64(l.na[v.s][v.a]+1)
		l.na[v.s][v.a]++
		l.n[v.s]++
	}
}

// choose maximises Q(s,a) + √(log(1+n(s)) / (1+n(s,a))).
func (l *letter) choose(s string, actions []int) int {
	top, chosen := math.Inf(-1), -1
	for _, a := range actions {
		score := l.q[s][a] + math.Sqrt(ln(float64(1+l.n[s]))/float64(1+l.na[s][a]))
		if score > top {
			top, chosen = score, a
		}
	}
	return chosen
}

func TestPaper2011_Algorithm2ToTheLetter(t *testing.T) {
	const simulations = 3000
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 2}
	for seed := range uint64(3) {
		prior, err := belief.Exact(p)
		if err != nil {
			t.Fatal(err)
		}
		l := &letter{
			p: p, root: prior, r: rand.New(rand.NewPCG(seed, 0)), n: map[string]int{}, na: map[string]map[int]int{},
			q: map[string]map[int]float64{}, belief: map[string]veil.Belief[veiltest.PatchState, int, int]{},
		}
		cfg := BSRUCT()
		cfg.Seed = seed
		cfg, err = cfg.completed()
		if err != nil {
			t.Fatal(err)
		}
		engine := newTree(p, prior, veil.Budget{Simulations: simulations}, cfg, 0)
		engine.grow(t.Context(), veil.Budget{Simulations: simulations})
		for range simulations {
			l.simulate(t)
		}
		root := engine.nodes[0]
		for i := range root.count {
			e := &engine.edges[root.edges+i]
			if int(e.visits) != l.na[""][e.action] || math.Abs(e.q-l.q[""][e.action]) > 1e-12 {
				t.Errorf("seed %d, action %d: %d simulations worth %v, by the letter %d worth %v",
					seed, e.action, e.visits, e.q, l.na[""][e.action], l.q[""][e.action])
			}
		}
		if len(engine.nodes) != len(l.n) {
			t.Errorf("seed %d: %d nodes, by the letter %d states", seed, len(engine.nodes), len(l.n))
		}
	}
}

// roller counts how often the rollout policy is asked; forcing opens cell 0 first.
type roller struct {
	veiltest.Patch

	asked *int
}

func (p roller) Roll(_ *rand.Rand, s *veiltest.PatchState) int {
	*p.asked++
	return p.AppendActions(nil, s)[0]
}

func (p roller) Forced(b veil.Belief[veiltest.PatchState, int, int]) (int, bool) {
	s := b.Sample(rand.New(rand.NewPCG(0, 0)))
	return 1, s.Open == 1
}

func TestPaper2012_Table1(t *testing.T) {
	const simulations = 4000
	asked := 0
	p := roller{veiltest.Patch{Width: 4, Height: 3, Mines: 4}, &asked}
	prior, err := belief.Exact(p)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := BSSUCT().completed()
	if err != nil {
		t.Fatal(err)
	}
	tree := newTree[veiltest.PatchState, int, int](p, prior, veil.Budget{Simulations: simulations}, cfg, 0)
	for i := range simulations {
		before := len(tree.nodes)
		tree.simulate()
		if len(tree.nodes) > before+1 {
			t.Fatalf("simulation %d created %d nodes, want at most one", i, len(tree.nodes)-before)
		}
	}
	if asked == 0 {
		t.Error("the rollout policy was never asked")
	}
	narrow := 0
	for i, n := range tree.nodes {
		tried := 0
		for e := n.edges; n.edges != none && e < n.edges+n.count; e++ {
			edge := &tree.edges[e]
			if edge.visits > 0 {
				tried++
			}
			if limit := widened(cfg.WidenAnswers, edge.visits); int(edge.many) > limit {
				t.Errorf("node %d: %d different answers after %d simulations, widening allows %d", i, edge.many, edge.visits, limit)
			} else if int(edge.many) == limit && edge.visits > 3 {
				narrow++
			}
		}
		if limit := widened(cfg.WidenActions, n.visits); tried > limit {
			t.Errorf("node %d: %d actions after %d simulations, widening allows %d", i, tried, n.visits, limit)
		}
	}
	if narrow == 0 {
		t.Error("widening never limited anything: the test shows nothing")
	}
	// After cell 0 is opened, cell 1 is forced.
	child := tree.answers[tree.edges[tree.nodes[0].edges].first].child
	if n := tree.nodes[child]; n.count != 1 || tree.edges[n.edges].action != 1 {
		t.Errorf("a forced node has %d actions", n.count)
	}
}

func TestUCBVFormula(t *testing.T) {
	tree := &tree[int, int, int]{cfg: Config{Bandit: UCBV, Explore: 1.2, High: 2, NoBounds: true}}
	tree.edges, tree.notes = []edge[int]{{q: 0.5, visits: 10}}, []note{{square: 3}}
	// Audibert et al.: mean + √(2·V·ζ·ln t / s) + 3·b·ζ·ln t / s, V = 0.3, b = 2, t = 100.
	want := 0.5 + math.Sqrt(2*0.3*1.2*math.Log(100)/10) + 3*2*1.2*math.Log(100)/10
	if got := tree.score(0, 99, ln(100)); math.Abs(got-want) > 1e-12 {
		t.Errorf("score %v, want %v", got, want)
	}
}
