// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
	"github.com/veilplan/veil/search/controller"
)

// TestCertified solves problems and has the checker verify the controllers, before and after a file.
func TestCertified(t *testing.T) {
	t.Run("tiger", func(t *testing.T) { certified(t, tiger.Model{}, tiger.Discount, 100, 760) })
	t.Run("tag", func(t *testing.T) { certified(t, tag.New(), tag.Discount, 10, 40) })
	t.Run("rocksample", func(t *testing.T) {
		m, err := rocksample.Standard(4, 4, 0)
		if err != nil {
			t.Fatal(err)
		}
		certified(t, m, rocksample.Discount, 30, 200)
	})
}

func certified[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], discount float64, walks, spoilt int) {
	s, err := alpha.Solve(t.Context(), m, veil.Budget{Simulations: walks}, alpha.Config{Discount: discount})
	if err != nil {
		t.Fatal(err)
	}
	lo, hi := s.Value().Interval()
	c, err := s.Certify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := controller.Check(t.Context(), m, discount, c); err != nil {
		t.Fatal(err)
	}
	t.Logf("bounds %.4f to %.4f, certified %.4f with %d nodes", lo, hi, c.Claim, len(c.Nodes))
	if c.Claim > hi || c.Claim < lo-1e-3 {
		t.Errorf("it claims %v, and the bounds are %v and %v", c.Claim, lo, hi)
	}
	var file bytes.Buffer
	if err := controller.Write(t.Context(), &file, m, c); err != nil {
		t.Fatal(err)
	}
	again, err := controller.Read(t.Context(), &file, m)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again, c) {
		t.Error("it changed on its way through a file")
	}
	if refused := damages(t, m, discount, c, spoilt); refused < spoilt {
		t.Errorf("%d of %d false promises were refused", refused, spoilt)
	}
}

// damages spoils copies of a controller so that each promises what it does not keep, and returns how
// many of them the checker refuses.
func damages[S, A, O comparable](t *testing.T, m alpha.Problem[S, A, O], discount float64, c *controller.Controller[S, A, O], many int) (refused int) {
	r := rand.New(rand.NewPCG(3, 5))
	list, err := controller.States(t.Context(), m, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for k := range many {
		bad := *c
		bad.Nodes = slices.Clone(c.Nodes)
		i := r.IntN(len(bad.Nodes))
		n := &bad.Nodes[i]
		n.Values, n.Next = maps.Clone(n.Values), maps.Clone(n.Next)
		s := list[r.IntN(len(list))]
		for _, ok := n.Values[s]; !ok; _, ok = n.Values[s] {
			s = list[r.IntN(len(list))]
		}
		switch k % 5 {
		case 0: // a value that nothing supports
			n.Values[s] += (0.01 + r.Float64()) * (math.Abs(n.Values[s]) + 1)
		case 1: // more than the first node earns
			bad.Claim += 0.001 + r.Float64()
		case 2: // every value of a node and its claim
			for s := range bad.Nodes[0].Values {
				if i == 0 {
					n.Values[s] += 1
				}
			}
			bad.Claim += 1
		case 3: // observations without a node to follow
			for _, o := range outcomes(m, s, n.Action) {
				delete(n.Next, o.Seen)
				if k%2 == 0 {
					n.Next[o.Seen] = len(bad.Nodes) + r.IntN(9)
				}
			}
			if len(outcomes(m, s, n.Action)) == 0 {
				bad.Discount += 0.001
			}
		case 4: // another discount
			bad.Discount = 0.5 + r.Float64()
		}
		if err := controller.Check(t.Context(), m, discount, &bad); err != nil {
			refused++
		} else {
			t.Errorf("damage %d of node %d was accepted", k%5, i)
		}
	}
	return refused
}

// outcomes lists those that do not end the episode.
func outcomes[S, A, O comparable](m alpha.Problem[S, A, O], s S, a A) (open []veil.Outcome[S, O]) {
	for _, o := range m.AppendOutcomes(nil, &s, a) {
		if !o.Done {
			open = append(open, o)
		}
	}
	return open
}

// TestCertifyEndsWithItsContext: nobody waits for a controller after the time is up.
func TestCertifyEndsWithItsContext(t *testing.T) {
	s, err := alpha.Solve(t.Context(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c, err := s.Certify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("controller %v, error %v", c, err)
	}
	if _, err := s.Certify(t.Context()); err != nil {
		t.Error("and later, with time:", err)
	}
}

// storedPlan is a controller for tiger, which the Python client checks too.
const storedPlan = "../../clients/python/tests/tiger-plan.json"

// TestStoredController: the stored controller is the one that is found, and the checker accepts it. UPDATE=1 writes it.
func TestStoredController(t *testing.T) {
	s, err := alpha.Solve(t.Context(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Certify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := controller.Write(t.Context(), &file, tiger.Model{}, c); err != nil {
		t.Fatal(err)
	}
	testsize.Stored(t, storedPlan, file.Bytes())
	if err := controller.Check(t.Context(), tiger.Model{}, tiger.Discount, c); err != nil {
		t.Error(err)
	}
}
