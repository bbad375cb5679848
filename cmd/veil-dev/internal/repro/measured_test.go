// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
)

func between(low, high float64) experiment.Estimate {
	return experiment.Estimate{Value: experiment.Number((low + high) / 2), Low: experiment.Number(low), High: experiment.Number(high), N: 100}
}

// TestRisesToOne: perfect and better than at first agrees, perfect at once is partly, and imperfect
// disagrees. The paired difference counts before the intervals.
func TestRisesToOne(t *testing.T) {
	pair := func(low, high float64) *experiment.Estimate {
		e := between(low, high)
		return &e
	}
	for _, c := range []struct {
		name        string
		first, last experiment.Estimate
		gain        *experiment.Estimate
		want        verdict
	}{
		{"rises", between(0.9, 0.95), between(0.99, 1), nil, agree},
		{"perfect at once", between(0.99, 1), between(0.99, 1), nil, partly},
		{"not perfect", between(0.9, 0.95), between(0.98, 0.99), nil, disagree},
		{"rises on the same boards", between(0.98, 1), between(0.99, 1), pair(0.001, 0.01), agree},
		{"does not on the same boards", between(0.9, 0.95), between(0.99, 1), pair(-0.01, 0.1), partly},
	} {
		d := &data{Runs: map[string]runData{"x": {Policies: []policyData{{ID: "rejection-1", Score: c.first}, {ID: "rejection-3", Score: c.last, Gain: c.gain}}}}}
		if got := risesToOne(d, "x"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestStaysBelow checks the rule at its edges.
func TestStaysBelow(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      verdict
	}{
		{0.84, 0.86, agree}, {0.86, 0.9, agree}, {0.88, 0.9, partly}, {0.7, 0.77, partly}, {0.98, 0.995, partly}, {0.991, 1, disagree},
	} {
		if got := staysBelow(between(c.low, c.high)); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

// TestEverywhere: one budget at which both are equal is enough for partly.
func TestEverywhere(t *testing.T) {
	for _, c := range []struct {
		better, worse, budgets int
		want                   verdict
	}{{7, 0, 7, agree}, {6, 0, 7, partly}, {4, 3, 7, partly}, {3, 3, 7, disagree}, {0, 0, 7, disagree}} {
		if got := everywhere(c.better, c.worse, c.budgets); got != c.want {
			t.Errorf("%d better and %d worse of %d: %s, want %s", c.better, c.worse, c.budgets, got, c.want)
		}
	}
}

// TestAgainstRejection: differences on the same boards count before intervals, and only budgets that
// both have.
func TestAgainstRejection(t *testing.T) {
	near, above := between(-0.02, -0.01), between(0.01, 0.02)
	d := &data{Runs: map[string]runData{"x": {Policies: []policyData{
		{ID: "rejection-1", Score: between(0.5, 0.6)},
		{ID: "rejection-2", Score: between(0.5, 0.6)},
		{ID: "rejection-3", Score: between(0.5, 0.6)},
		{ID: "alg4-1", Score: between(0.5, 0.6), ToRejection: &near},
		{ID: "alg4-2", Score: between(0.5, 0.6), ToRejection: &above},
		{ID: "alg4-3", Score: between(0.3, 0.4)},
		{ID: "alg4-4", Score: between(0, 0.1)},
		{ID: "alg3-1", Score: between(0, 0.1)},
	}}}}
	if better, worse, budgets := againstRejection(d, "x", "alg4"); better != 2 || worse != 1 || budgets != 3 {
		t.Errorf("%d better, %d worse of %d; want 2, 1 of 3", better, worse, budgets)
	}
}

// TestRulesOfTable1: the specs of Table I state the limits that the code has.
func TestRulesOfTable1(t *testing.T) {
	for _, name := range []string{"2011-table1-cascade", "2011-table1-plain"} {
		text, err := os.ReadFile(filepath.Join(rootDir, specPath(name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"at least 0.99", "0.99; disagree if it is above", "meets [0.78, 0.87]"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s does not state %q", name, want)
			}
		}
	}
	if perfection != 0.99 || nearLow != 0.78 || nearHigh != 0.87 {
		t.Error("the code has other limits than the specs")
	}
}
