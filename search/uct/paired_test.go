// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"reflect"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/problems/maintenance"
)

type machineTree = tree[maintenance.State, maintenance.Action, maintenance.Seen]

// mend searches at the start of the machine.
func mend(t *testing.T, steps int, cfg Config) (veil.Decision[maintenance.Action], *machineTree) {
	t.Helper()
	cfg.Discount, cfg.Backup, cfg.NoLaw, cfg.NoBounds, cfg.NoMerge, cfg.MostSimulated = 0.95, Returns, true, true, true, true
	m := maintenance.Model{}
	prior := veil.Belief[maintenance.State, maintenance.Action, maintenance.Seen](belief.NewParticles(m, belief.ParticlesConfig{N: 100, Seed: 1}))
	d, err := Search(t.Context(), m, prior, veil.Budget{Steps: steps}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	completed, err := cfg.completed()
	if err != nil {
		t.Fatal(err)
	}
	grown := newTree(m, prior, veil.Budget{Steps: steps}, completed, 0)
	grown.grow(t.Context(), veil.Budget{Steps: steps})
	return d, grown
}

// TestPairedHalves: thirteen actions are left in the first quarter of the work, then seven, four and two; those that
// are left together have had the same number of simulations. The work ends in time.
func TestPairedHalves(t *testing.T) {
	d, grown := mend(t, 20_000, Config{Explore: 0.3, Paired: true})
	counts := map[int32]int{}
	for _, e := range grown.rootEdges() {
		counts[grown.edges[e].visits]++
	}
	sizes := map[int]int{}
	for _, n := range counts {
		sizes[n]++
	}
	if !reflect.DeepEqual(sizes, map[int]int{6: 1, 3: 1, 2: 2}) {
		t.Errorf("actions by simulations: %v, want 6, 3, 2 and 2 of one number", counts)
	}
	if d.Work.Steps < 20_000 || d.Work.Steps > 20_000+13*31 {
		t.Errorf("%d steps of 20000", d.Work.Steps)
	}
}

// TestScenariosAreTheSame: every action meets the same hidden states and random numbers, in the same order.
func TestScenariosAreTheSame(t *testing.T) {
	a, b := newScenarios(7, 0), newScenarios(7, 0)
	a.begin(3)
	first, second := a.next().Uint64(), a.next().Uint64()
	b.begin(2)
	b.next().Uint64()
	b.begin(3)
	r := b.next()
	if got := r.Uint64(); got != first {
		t.Errorf("first step: %x, then %x", first, got)
	}
	r.Uint64() // one step draws more than the other
	if got := b.next().Uint64(); got != second || first == second {
		t.Errorf("second step: %x, then %x", second, got)
	}
}

// TestMemoryLearns: with a memory, the simulations of the later searches earn more than those of the first one.
func TestMemoryLearns(t *testing.T) {
	memory := &Memory{}
	first, _ := mend(t, 30_000, Config{Explore: 0.3, Paired: true, Memory: memory, Seed: 1})
	for seed := range uint64(4) {
		mend(t, 30_000, Config{Explore: 0.3, Paired: true, Memory: memory, Seed: 2 + seed})
	}
	last, _ := mend(t, 30_000, Config{Explore: 0.3, Paired: true, Memory: memory, Seed: 1})
	if last.Value.Float() < first.Value.Float()+3 {
		t.Errorf("value %v at first, %v later, want 3 more", first.Value.Float(), last.Value.Float())
	}
	h := recall[maintenance.Action, maintenance.Seen](memory)
	if n := len(h.cues); n < 10 || n > 1+6*3+7 {
		t.Errorf("%d cues: want at most one per action and what it can show", n)
	}
}

// TestCuesAreLimited: beyond the limit, cues share the habit of the root.
func TestCuesAreLimited(t *testing.T) {
	h := recall[int, int](&Memory{})
	for i := range maxCues + 10 {
		h.of(cue[int, int]{i, i, true})
	}
	if len(h.cues) != maxCues || h.of(cue[int, int]{-1, 0, true}) != 0 {
		t.Errorf("%d cues, want %d", len(h.cues), maxCues)
	}
}

func TestMemoryServesOneTree(t *testing.T) {
	if _, err := (Config{Memory: &Memory{}, Trees: 2}).completed(); err == nil {
		t.Error("two trees share a memory")
	}
}
