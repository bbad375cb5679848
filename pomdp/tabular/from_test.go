// SPDX-License-Identifier: BSD-3-Clause

package tabular_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/pomdp/tabular"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

// TestFrom lists three domains. The number of states is known, and what is seen has the same
// probabilities along a random history.
func TestFrom(t *testing.T) {
	rover, err := rocksample.New(3, rocksample.Cell{X: 0, Y: 1}, []rocksample.Cell{{X: 1, Y: 1}, {X: 2, Y: 0}})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "tiger", tiger.Model{}, 2)
	compare(t, "tag", tag.New(), 29*29+1)
	compare(t, "rover", rover, 9*4+1)
}

func compare[S, A, O comparable](t *testing.T, name string, m interface {
	veil.Model[S, A, O]
	veil.Enumerator[S, A, O]
}, states int,
) {
	t.Helper()
	p, err := tabular.From(m, 0.95, 10_000)
	if err != nil {
		t.Fatal(name, err)
	}
	if got := len(p.Tables().States); got != states {
		t.Errorf("%s has %d states, want %d", name, got, states)
	}
	veiltest.Model(t, p, veiltest.Config[tabular.State, tabular.Action, tabular.Seen]{Episodes: 3, Steps: 10})
	sameHistory(t, name, m, p)
}

// sameHistory plays the domain at random, and updates the beliefs of both.
func sameHistory[S, A, O comparable](t *testing.T, name string, m interface {
	veil.Model[S, A, O]
	veil.Enumerator[S, A, O]
}, p *tabular.Problem,
) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 0))
	first, err := belief.Exact[S, A, O](m)
	if err != nil {
		t.Fatal(err)
	}
	second, err := belief.Exact(p)
	if err != nil {
		t.Fatal(err)
	}
	one, other := veil.Belief[S, A, O](first), veil.Belief[tabular.State, tabular.Action, tabular.Seen](second)
	s := m.Start(r)
	for range 12 {
		actions := m.AppendActions(nil, &s)
		a := actions[r.IntN(len(actions))]
		o, _, done := m.Step(r, &s, a)
		action, seen := indexOf(t, p.Tables().Actions, a), indexOf(t, p.Tables().Observations, o)
		if x, y := chance(one, a, o), chance(other, tabular.Action(action), tabular.Seen(seen)); math.Abs(x-y) > 1e-9 {
			t.Fatalf("%s: %v after %v has chance %v, listed %v", name, o, a, x, y)
		}
		if done {
			return
		}
		if one, err = one.Update(a, o); err != nil {
			t.Fatal(err)
		}
		if other, err = other.Update(tabular.Action(action), tabular.Seen(seen)); err != nil {
			t.Fatal(err)
		}
	}
}

func chance[S, A, O comparable](b veil.Belief[S, A, O], a A, o O) float64 {
	for seen, p := range b.Predict(a) {
		if seen == o {
			return p
		}
	}
	return 0
}

func indexOf[T any](t *testing.T, names []string, x T) int {
	t.Helper()
	for i, name := range names {
		if name == fmt.Sprint(x) {
			return i
		}
	}
	t.Fatalf("%v is not listed in %v", x, names)
	return 0
}
