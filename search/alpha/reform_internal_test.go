// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/problems/hallway"
	"github.com/veilplan/veil/problems/tag"
)

// TestEvaluate: whatever values the plans begin with, and however soon the rounds end, no plan is said to be
// worth more than it is, which many rounds from far below show.
func TestEvaluate(t *testing.T) {
	building, err := hallway.New(2)
	if err != nil {
		t.Fatal(err)
	}
	evaluated(t, building)
	evaluated(t, tag.New())
}

func evaluated[S, A, O comparable](t *testing.T, m Problem[S, A, O]) {
	t.Helper()
	within := Config{}.withDefaults().room(t.Context())
	l, err := list(m, 1<<20, within)
	if err != nil {
		t.Fatal(err)
	}
	table, err := l.build()
	if err != nil {
		t.Fatal(err)
	}
	never := func() bool { return false }
	g, err := newGraph(table, 0.9, within)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	g.worth = 1e-9
	for range 3 {
		g.rehearse(r, never)
	}
	for _, worth := range []float64{1e9, 10, 0.1, 1e-6} { // the first ends after a round
		c, truth := g.joined(), g.joined()
		for i := range c.plans {
			if c.plans[i].next == nil {
				continue
			}
			for s := range c.plans[i].values {
				c.plans[i].values[s] += 5 * r.Float64()
				truth.plans[i].values[s] = -1000
			}
		}
		g.worth = worth
		if !g.evaluate(c, never) {
			t.Fatal("cut")
		}
		for range 600 {
			g.round(truth)
		}
		compareWorth(t, c, truth, worth)
	}
}

// joined returns the plans that are known.
func (g *graph) joined() *plans {
	c := g.collect()
	for i := range c.plans {
		g.join(c, &c.plans[i])
	}
	return c
}

func compareWorth(t *testing.T, c, truth *plans, worth float64) {
	t.Helper()
	if len(c.plans) < 10 {
		t.Errorf("only %d plans", len(c.plans))
	}
	for i := range c.plans {
		for s, x := range c.plans[i].values {
			want := truth.plans[i].values[s]
			if x > want+1e-9 || worth < 1e-3 && x < want-0.001 {
				t.Fatalf("plan %d is said to be worth %v from state %d, but it is %v", i, x, s, want)
			}
		}
	}
}
