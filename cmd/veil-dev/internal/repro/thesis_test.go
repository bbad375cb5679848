// SPDX-License-Identifier: BSD-3-Clause

package repro

import (
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestThesisVerdict checks the rule at its edges: both lower bounds, at one budget, and only the
// largest budget can spoil it.
func TestThesisVerdict(t *testing.T) {
	at := func(low, high float64) *experiment.Estimate {
		return &experiment.Estimate{Value: experiment.Number((low + high) / 2), Low: experiment.Number(low), High: experiment.Number(high)}
	}
	for _, test := range []struct {
		name              string
		small, smallTree  *experiment.Estimate
		largest, overTree *experiment.Estimate
		want              string
	}{
		{"better at once", at(1, 2), at(1, 2), at(-1, 2), at(-1, 2), "yes"},
		{"better at the largest", at(-2, -1), at(-2, -1), at(1, 2), at(1, 2), "yes"},
		{"never both at once", at(1, 2), at(-1, 2), at(-1, 2), at(1, 2), "no"},
		{"worse than the tree at the largest", at(1, 2), at(1, 2), at(1, 2), at(-2, -1), "no"},
		{"worse than the lowest risk at the largest", at(1, 2), at(1, 2), at(-2, -1), at(1, 2), "no"},
		{"all equal", at(0, 0), at(0, 0), at(0, 0), at(0, 0), "no: all equal"},
	} {
		d := &data{Runs: map[string]runData{
			"2012-tree-x":         {Policies: []policyData{{}, {Gain: test.small, OverTree: test.smallTree}}},
			"2012-tree-x-deepest": {Policies: []policyData{{Gain: test.largest, OverTree: test.overTree}}},
		}}
		if got := thesisVerdict(d, "2012-tree-x"); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestThesisIsComplete checks that the runs compare BSSUCT with the lowest risk and the tree alone at
// equal simulations.
func TestThesisIsComplete(t *testing.T) {
	d, err := readData("../../../../" + papersData)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range d.named("2012-tree-") {
		for _, p := range d.Runs[run].Policies {
			if p.Player != "bssuct" {
				continue
			}
			tree := treeOf(d.Runs[run].Policies, p)
			if tree.budget().Simulations != p.budget().Simulations || tree.Player != "bsruct" || d.Runs[run].Policies[0].ID != "corner" {
				t.Errorf("%s: %s is compared with %q and %q", run, p.ID, d.Runs[run].Policies[0].ID, tree.ID)
			}
		}
	}
}
