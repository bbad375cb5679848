// SPDX-License-Identifier: BSD-3-Clause

package provertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// Prover answers questions about mazes, within the limits of cfg.
type Prover func(ctx context.Context, in Instance, cfg andor.Config) (andor.Result, error)

// Run tests provers by their names.
func Run(t *testing.T, provers map[string]Prover) {
	t.Run("agree", func(t *testing.T) { agree(t, provers) })
	for name, prove := range provers {
		t.Run(name, func(t *testing.T) {
			t.Run("limits", func(t *testing.T) { limits(t, prove) })
			t.Run("progress", func(t *testing.T) { reports(t, prove) })
			t.Run("cancel", func(t *testing.T) { cancelled(t, prove) })
			t.Run("endless", func(t *testing.T) { noticesEndless(t, prove) })
			t.Run("questions", func(t *testing.T) { refusesBadQuestions(t, prove) })
			t.Run("deterministic", func(t *testing.T) { deterministic(t, prove) })
		})
	}
}

func (prove Prover) must(t *testing.T, in Instance, cfg andor.Config) andor.Result {
	t.Helper()
	res, err := prove(t.Context(), in, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// agree compares every prover with the naive search on random questions, and checks
// every proof.
func agree(t *testing.T, provers map[string]Prover) {
	n := 3000
	switch {
	case os.Getenv("VEIL_FULL") != "": //nolint:forbidigo // a test helper
		n = 40_000
	case testing.Short():
		n = 500
	}
	tally := map[string]int{}
	for seed := range uint64(n) {
		in := Some(seed)
		want := andor.Disproved
		if in.Wins(in.Belief...) {
			want = andor.Proved
		}
		tally[fmt.Sprintf("%v in %d", want, in.Plies)]++
		for name, prove := range provers {
			if err := in.check(t.Context(), prove.must(t, in, andor.Config{}), want); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
		}
	}
	t.Log(tally)
}

// check reports what is wrong with the answer to a question.
func (in Instance) check(ctx context.Context, res andor.Result, want andor.Verdict) error {
	if res.Verdict != want {
		return fmt.Errorf("%v, want %v", res.Verdict, want)
	}
	if res.Refutation != nil {
		return proof.CheckRefutation(ctx, in.Rules, in.Belief, res.Refutation)
	}
	if want == andor.Disproved {
		return nil
	}
	_, err := proof.Check(ctx, in.Rules, in.Belief, res.Plan)
	return err
}

func limits(t *testing.T, prove Prover) {
	in := Hard()
	for _, c := range []struct {
		cfg  andor.Config
		want error
	}{
		{andor.Config{Nodes: 5}, andor.ErrNodes},
		{andor.Config{States: 20}, andor.ErrStates},
	} {
		res := prove.must(t, in, c.cfg)
		if res.Verdict != andor.Unknown || !errors.Is(res.Cut, c.want) || res.Plan != nil {
			t.Errorf("%v, cut by %v, want %v", res.Verdict, res.Cut, c.want)
		}
		if c.cfg.Nodes > 0 && res.Stats.Nodes > c.cfg.Nodes+1 {
			t.Errorf("%d nodes, limit %d", res.Stats.Nodes, c.cfg.Nodes)
		}
	}
}

// reports tests that a prover reports progress, if it searches more than 100,000 states.
func reports(t *testing.T, prove Prover) {
	calls := 0
	res := prove.must(t, Long(), andor.Config{States: 300_000, Progress: func(s andor.Stats) {
		calls++
		if s.States == 0 {
			t.Error("progress without states")
		}
	}})
	if calls == 0 && res.Stats.States > 100_000 {
		t.Errorf("progress was never reported in %d states", res.Stats.States)
	}
}

func cancelled(t *testing.T, prove Prover) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := prove(ctx, Hard(), andor.Config{})
	if err != nil || res.Verdict != andor.Unknown || !errors.Is(res.Cut, context.Canceled) {
		t.Errorf("%v %v %v", res.Verdict, res.Cut, err)
	}
}

func noticesEndless(t *testing.T, prove Prover) {
	if _, err := prove(t.Context(), endless(), andor.Config{}); !errors.Is(err, andor.ErrEndless) {
		t.Error(err)
	}
}

func refusesBadQuestions(t *testing.T, prove Prover) {
	in := Some(0)
	if _, err := prove(t.Context(), Instance{in.Rules, nil, 3}, andor.Config{}); !errors.Is(err, veil.ErrImpossible) {
		t.Errorf("empty belief: %v", err)
	}
	if _, err := prove(t.Context(), Instance{in.Rules, in.Belief, -1}, andor.Config{}); err == nil {
		t.Error("negative plies accepted")
	}
}

// deterministic compares whole results at one and two processors and twice each.
func deterministic(t *testing.T, prove Prover) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for seed := range uint64(40) {
		in := Some(seed)
		var first string
		for i := range 4 {
			runtime.GOMAXPROCS(1 + i%2)
			text, err := json.Marshal(prove.must(t, in, andor.Config{}))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(text); i == 0 {
				first = got
			} else if got != first {
				t.Fatalf("seed %d: %s\nthen %s", seed, first, got)
			}
		}
	}
}
