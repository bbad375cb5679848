// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"context"
	"slices"
	"testing"

	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/internal/provertest"
	"github.com/veilplan/veil/search/proof"
)

// TestProvePart compares the parts of random beliefs with the naive search: the plan wins
// from the part, no state could be added, and the states that could be won if they
// were seen are counted right.
func TestProvePart(t *testing.T) {
	whole, parts := 0, 0
	for seed := range uint64(1500) {
		in := provertest.Some(seed)
		in.Belief = in.Open()
		if len(in.Belief) == 0 {
			continue
		}
		part, err := andor.ProvePart(t.Context(), in.Rules, in.Belief, in.Plies, 0, andor.Config{})
		if err != nil || part.Cut != nil {
			t.Fatal(err, part.Cut)
		}
		var states []provertest.Place
		winnable := 0
		seeing := provertest.Naive[provertest.Place, provertest.Deed, provertest.Heard]{Rules: in.Rules, Sees: true}
		for i, s := range in.Belief {
			if seeing.Wins(provertest.SetOf([]provertest.Place{s}), in.Plies) {
				winnable++
			}
			if slices.Contains(part.Of, i) {
				states = append(states, s)
			}
		}
		if part.Winnable != winnable {
			t.Fatalf("seed %d: %d states could be won, not %d", seed, winnable, part.Winnable)
		}
		for i, s := range in.Belief {
			if !slices.Contains(part.Of, i) && in.Wins(append(slices.Clone(states), s)...) {
				t.Fatalf("seed %d: state %d could be added", seed, i)
			}
		}
		switch {
		case len(part.Of) == len(in.Belief):
			whole++
		case len(part.Of) > 0:
			parts++
		}
		if len(part.Of) > 0 {
			if _, err := proof.Check(t.Context(), in.Rules, states, part.Plan); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if half := (len(in.Belief) + 1) / 2; winnable < len(in.Belief) && len(part.Of) < half {
			given, err := andor.ProvePart(t.Context(), in.Rules, in.Belief, in.Plies, len(in.Belief), andor.Config{})
			if err != nil || given.Plan != nil {
				t.Fatalf("seed %d: did not give up: %v", seed, err)
			}
		}
	}
	if whole < 50 || parts < 50 {
		t.Errorf("%d beliefs were won, %d in part: the instances are too easy or too hard", whole, parts)
	}
}

// TestProvePartCut asks with a context that has ended: the search was cut, and the question
// is not at fault.
func TestProvePartCut(t *testing.T) {
	in := provertest.Some(3)
	in.Belief = in.Open()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	part, err := andor.ProvePart(ctx, in.Rules, in.Belief, in.Plies, 0, andor.Config{})
	if err != nil || part.Cut == nil || part.Plan != nil {
		t.Fatalf("%+v, %v", part, err)
	}
}
