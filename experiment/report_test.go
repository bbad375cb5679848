// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestReportOfManyPolicies compares four policies with the first one and says where the
// other comparisons are; three are all compared with each other. Equal policies differ
// by nothing, not by what rounding leaves.
func TestReportOfManyPolicies(t *testing.T) {
	for _, c := range []struct {
		policies    string
		pairs, left int
	}{
		{"{id: a, player: guesser}, {id: b, player: guesser}, {id: c, player: looker}", 3, 0},
		{"{id: a, player: guesser}, {id: b, player: guesser}, {id: c, player: looker}, {id: d, player: looker}", 3, 3},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		s := run(t, dir, plan(t, "{name: many, domain: coins, policies: ["+c.policies+"], episodes: 50, seed: 1}", toys{}), experiment.Options{})
		out := reported(t, dir, s)
		told, rest := strings.Count(out, "paired diff"), strings.Contains(out, "3 other pairs are in "+dir)
		if told != 2*c.pairs || rest != (c.left > 0) || strings.Contains(out, "e-") {
			t.Errorf("%d lines of pairs, want %d; others: %v\n%s", told, 2*c.pairs, rest, out)
		}
	}
}
