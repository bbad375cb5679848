// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// TestProvePart compares the parts of random beliefs with the naive search: the plan wins
// from the part, no state could be added, and the states that could be won if they
// were seen are counted right.
func TestProvePart(t *testing.T) {
	whole, parts := 0, 0
	for seed := range uint64(1500) {
		in := someInstance(seed)
		in.belief = openOnce(in)
		if len(in.belief) == 0 {
			continue
		}
		part, err := andor.ProvePart(t.Context(), in.m, in.belief, in.plies, 0, andor.Config{})
		if err != nil || part.Cut != nil {
			t.Fatal(err, part.Cut)
		}
		wins := func(b ...place) bool { return (naive[place, deed, heardByte]{m: in.m}).wins(setOf(b), in.plies) }
		var states []place
		winnable := 0
		for i, s := range in.belief {
			if (naive[place, deed, heardByte]{m: in.m, sees: true}).wins(setOf([]place{s}), in.plies) {
				winnable++
			}
			if slices.Contains(part.Of, i) {
				states = append(states, s)
			}
		}
		if part.Winnable != winnable {
			t.Fatalf("seed %d: %d states could be won, not %d", seed, winnable, part.Winnable)
		}
		for i, s := range in.belief {
			if !slices.Contains(part.Of, i) && wins(append(slices.Clone(states), s)...) {
				t.Fatalf("seed %d: state %d could be added", seed, i)
			}
		}
		switch {
		case len(part.Of) == len(in.belief):
			whole++
		case len(part.Of) > 0:
			parts++
		}
		if len(part.Of) > 0 {
			if _, err := proof.Check(in.m, states, part.Plan); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if half := (len(in.belief) + 1) / 2; winnable < len(in.belief) && len(part.Of) < half {
			given, err := andor.ProvePart(t.Context(), in.m, in.belief, in.plies, len(in.belief), andor.Config{})
			if err != nil || given.Plan != nil {
				t.Fatalf("seed %d: did not give up: %v", seed, err)
			}
		}
	}
	if whole < 50 || parts < 50 {
		t.Errorf("%d beliefs were won, %d in part: the instances are too easy or too hard", whole, parts)
	}
}

// openOnce returns the undecided states of a belief, each once.
func openOnce(in instance) []place {
	var list []place
	for _, s := range in.belief {
		if in.m.Status(&s) == veil.Open && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
