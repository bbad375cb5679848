// SPDX-License-Identifier: BSD-3-Clause

package baseline_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/andor/internal/provertest"
	"github.com/veilplan/veil/search/proof"
)

// TestProveEach feeds states one at a time: the verdict is that of Prove, and a disproof
// does not wait for the last state.
func TestProveEach(t *testing.T) {
	early := 0
	for seed := range uint64(2000) {
		in := provertest.Some(seed)
		want := wanted(t, in)
		taken := 0
		feed := func(yield func(provertest.Place) bool) {
			for _, s := range in.Belief {
				taken++
				if !yield(s) {
					return
				}
			}
		}
		res, err := baseline.ProveEach(t.Context(), in.Rules, feed, in.Plies, andor.Config{})
		if err != nil || res.Verdict != want.Verdict {
			t.Fatalf("seed %d: %v %v, want %v", seed, res.Verdict, err, want.Verdict)
		}
		if res.Verdict == andor.Proved {
			if _, err := proof.Check(t.Context(), in.Rules, in.Belief, res.Plan); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		if taken < len(in.Belief) {
			early++
		}
	}
	if early < 100 {
		t.Errorf("only %d searches stopped early", early)
	}
	in := provertest.Some(0)
	if _, err := baseline.ProveEach(t.Context(), in.Rules, slices.Values([]provertest.Place(nil)), 1, andor.Config{}); !errors.Is(err, veil.ErrImpossible) {
		t.Errorf("no states: %v", err)
	}
	res, err := baseline.ProveEach(t.Context(), in.Rules, slices.Values(in.Belief), 9, andor.Config{Nodes: 1})
	if err != nil || res.Verdict != andor.Unknown {
		t.Errorf("one node: %v %v", res.Verdict, err)
	}
}

func wanted(t *testing.T, in provertest.Instance) andor.Result {
	t.Helper()
	res, err := andor.Prove(t.Context(), in.Rules, in.Belief, in.Plies, andor.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}
