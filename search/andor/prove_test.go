// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"context"
	"errors"
	"testing"

	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/andor/internal/provertest"
)

// with returns the prover with something of its configuration changed.
func with(change func(*andor.Config)) provertest.Prover {
	return func(ctx context.Context, in provertest.Instance, cfg andor.Config) (andor.Result, error) {
		change(&cfg)
		return andor.Prove(ctx, in.Rules, in.Belief, in.Plies, cfg)
	}
}

// TestProve holds the prover to the contract, whole and without each of its parts.
func TestProve(t *testing.T) {
	provertest.Run(t, map[string]provertest.Prover{
		"whole":    with(func(*andor.Config) {}),
		"precheck": with(func(c *andor.Config) { c.NoPrecheck = true }),
		"order":    with(func(c *andor.Config) { c.NoOrder = true }),
		"cover":    with(func(c *andor.Config) { c.NoCover = true }),
		"solver":   with(func(c *andor.Config) { c.NoSolver = true }),
		"table":    with(func(c *andor.Config) { c.NoTable = true }),
		"growth":   with(func(c *andor.Config) { c.NoGrowth = true }),
		"none": with(func(c *andor.Config) {
			c.NoPrecheck, c.NoOrder, c.NoCover, c.NoSolver, c.NoTable, c.NoGrowth = true, true, true, true, true, true
		}),
		"refuting": with(func(c *andor.Config) { c.Refutation = 100_000 }),
	})
}

// TestRefutationIsFound: where room is left for a refutation, a disproof has one.
func TestRefutationIsFound(t *testing.T) {
	found := 0
	for seed := range uint64(500) {
		res := prove(t, provertest.Some(seed), andor.Config{Refutation: 100_000})
		if (res.Verdict == andor.Disproved) != (res.Refutation != nil) {
			t.Errorf("seed %d: %v, refutation %v", seed, res.Verdict, res.Refutation)
		}
		if res.Refutation != nil {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d refutations", found)
	}
}

func TestMemoryLimit(t *testing.T) {
	if res := prove(t, provertest.Hard(), andor.Config{Memory: 100}); res.Verdict != andor.Unknown || !errors.Is(res.Cut, andor.ErrMemory) {
		t.Errorf("%v, cut by %v", res.Verdict, res.Cut)
	}
}

func TestProgress(t *testing.T) {
	calls := 0
	res := prove(t, provertest.Long(), andor.Config{NoPrecheck: true, NoTable: true, NoGrowth: true, States: 300_000, Progress: func(andor.Stats) { calls++ }})
	if calls == 0 {
		t.Errorf("progress was never reported in %d states", res.Stats.States)
	}
}

func prove(t *testing.T, in provertest.Instance, cfg andor.Config) andor.Result {
	t.Helper()
	res, err := andor.Prove(t.Context(), in.Rules, in.Belief, in.Plies, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return res
}
