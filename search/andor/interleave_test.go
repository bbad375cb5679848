// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// TestProveEach feeds states one at a time: the verdict is that of Prove, and a disproof
// does not wait for the last state.
func TestProveEach(t *testing.T) {
	early := 0
	for seed := range uint64(2000) {
		in := someInstance(seed)
		want := in.prove(t, andor.Config{})
		taken := 0
		feed := func(yield func(place) bool) {
			for _, s := range in.belief {
				taken++
				if !yield(s) {
					return
				}
			}
		}
		res, err := andor.ProveEach(t.Context(), in.m, feed, in.plies, andor.Config{})
		if err != nil || res.Verdict != want.Verdict {
			t.Fatalf("seed %d: %v %v, want %v", seed, res.Verdict, err, want.Verdict)
		}
		if res.Verdict == andor.Proved {
			if _, err := proof.Check(in.m, in.belief, res.Plan); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if taken < len(in.belief) {
			early++
		}
	}
	if early < 100 {
		t.Errorf("only %d searches stopped early", early)
	}
	in := someInstance(0)
	if _, err := andor.ProveEach(t.Context(), in.m, slices.Values([]place(nil)), 1, andor.Config{}); !errors.Is(err, veil.ErrImpossible) {
		t.Errorf("no states: %v", err)
	}
	res, err := andor.ProveEach(t.Context(), in.m, slices.Values(in.belief), 9, andor.Config{Nodes: 1})
	if err != nil || res.Verdict != andor.Unknown {
		t.Errorf("one node: %v %v", res.Verdict, err)
	}
}
