// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

// dump writes every bit of a tree.
func dump[S any, A, O comparable](t *tree[S, A, O]) []byte {
	var b bytes.Buffer
	bits := math.Float64bits
	for _, n := range t.nodes {
		fmt.Fprintln(&b, "node", bits(n.value), bits(n.lo), bits(n.hi), n.visits, n.edges, n.count)
	}
	for _, e := range t.edges {
		fmt.Fprintln(&b, "edge", e.action, bits(e.q), e.visits, e.first)
	}
	for _, a := range t.answers {
		fmt.Fprintln(&b, "answer", a.seen, bits(a.chance), bits(a.reward), a.visits, a.next, a.child, a.done)
	}
	return b.Bytes()
}

// grown returns the trees of a search.
func grown(t *testing.T, cfg Config) []*tree[veiltest.PatchState, int, int] {
	t.Helper()
	p := veiltest.Patch{Width: 4, Height: 3, Mines: 4}
	prior, err := belief.Exact(p)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err = cfg.completed()
	if err != nil {
		t.Fatal(err)
	}
	trees := make([]*tree[veiltest.PatchState, int, int], cfg.Trees)
	for i := range trees {
		trees[i] = newTree(p, prior, veil.Budget{}, cfg, i)
	}
	growAll(t.Context(), trees, veil.Budget{Simulations: 3000})
	return trees
}

func configs() map[string]Config {
	redrawn := BSRUCT()
	redrawn.Seed = 9
	return map[string]Config{
		"modern": {Seed: 7, Trees: 4}, "UCB-V": {Seed: 8, Trees: 3, Bandit: UCBV},
		"2011": redrawn, "2012": BSSUCT(),
	}
}

func TestSameTreesAtAnyNumberOfProcessors(t *testing.T) {
	for name, cfg := range configs() {
		var runs [3][]byte
		for i, processors := range []int{1, 2, 2} {
			before := runtime.GOMAXPROCS(processors)
			for _, tree := range grown(t, cfg) {
				runs[i] = append(runs[i], dump(tree)...)
			}
			runs[i] = fmt.Append(runs[i], decide(grown(t, cfg)))
			runtime.GOMAXPROCS(before)
		}
		if !bytes.Equal(runs[0], runs[1]) || !bytes.Equal(runs[1], runs[2]) {
			t.Errorf("%s: trees or decisions differ", name)
		}
	}
	if bytes.Equal(dump(grown(t, Config{Seed: 1})[0]), dump(grown(t, Config{Seed: 2})[0])) {
		t.Error("two seeds give one tree")
	}
}

// The golden file holds for every architecture: run it with GOARCH=386 or GOAMD64=v3,
// which fuses products with sums, and it must not change.
func TestSameTreesOnAnyArchitecture(t *testing.T) {
	var got bytes.Buffer
	for _, name := range []string{"modern", "UCB-V", "2011", "2012"} {
		h := fnv.New64a()
		for _, tree := range grown(t, configs()[name]) {
			h.Write(dump(tree))
		}
		fmt.Fprintf(&got, "%s %016x\n", name, h.Sum64())
	}
	testsize.Stored(t, filepath.Join("testdata", "trees.golden"), got.Bytes())
}

func TestSimulationsAllocateNothing(t *testing.T) {
	prior, err := belief.Exact(tiger.Model{Horizon: 12})
	if err != nil {
		t.Fatal(err)
	}
	for name, cfg := range map[string]Config{
		"returns":     {NoLaw: true, NoBounds: true, Backup: Returns},
		"expectation": {NoLaw: true, NoBounds: true},
	} {
		cfg.Low, cfg.High = -1200, 120
		cfg, err := cfg.completed()
		if err != nil {
			t.Fatal(err)
		}
		// A full tree grows no more, so nothing may be allocated any more.
		tree := newTree(tiger.Model{Horizon: 12}, prior, veil.Budget{Nodes: 2000}, cfg, 0)
		tree.grow(t.Context(), veil.Budget{Simulations: 100_000})
		if allocs := testing.AllocsPerRun(2000, tree.simulate); allocs > 0.01 {
			t.Errorf("%s: %v allocations per simulation", name, allocs)
		}
	}
}

// Every node's proved bounds hold the node's exact value, not only the root's.
func TestBoundsOfEveryNode(t *testing.T) {
	m := tiger.Model{Horizon: 4}
	prior, err := belief.Exact(m)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := Config{Low: -400, High: 40, NoStop: true}.completed()
	if err != nil {
		t.Fatal(err)
	}
	for _, simulations := range []int{10, 100, 1000} {
		tree := newTree(m, prior, veil.Budget{}, cfg, 0)
		tree.grow(t.Context(), veil.Budget{Simulations: simulations})
		checked := 0
		for i, n := range tree.nodes {
			if n.belief == none {
				continue
			}
			want := optimum(t, m, tree.beliefs[n.belief].(*belief.Set[tiger.State, tiger.Action, tiger.Sound]))
			if want < n.lo-1e-9 || want > n.hi+1e-9 {
				t.Errorf("%d simulations: node %d is worth %v, bounds [%v, %v]", simulations, i, want, n.lo, n.hi)
			}
			checked++
		}
		if checked == 0 {
			t.Error("no node has a belief")
		}
	}
}

func optimum(t *testing.T, m tiger.Model, b *belief.Set[tiger.State, tiger.Action, tiger.Sound]) float64 {
	t.Helper()
	top := math.Inf(-1)
	for _, a := range m.AppendActions(nil, nil) {
		sum := 0.0
		for _, l := range b.AppendPrediction(nil, a) {
			value := l.Reward
			if !l.Done {
				next, err := b.Update(a, l.Seen)
				if err != nil {
					t.Fatal(err)
				}
				value += optimum(t, m, next.(*belief.Set[tiger.State, tiger.Action, tiger.Sound]))
			}
			sum += l.P * value
		}
		top = max(top, sum)
	}
	return top
}
