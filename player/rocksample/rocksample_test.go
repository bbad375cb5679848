// SPDX-License-Identifier: BSD-3-Clause

package rocksample_test

import (
	"encoding/json"
	"testing"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/player"
)

// TestPlannersBeatChance: both planners earn more than leaving at once, which pays 10 after
// four moves, and the random player does not. Scores are discounted.
func TestPlannersBeatChance(t *testing.T) {
	leaving := 10 * 0.95 * 0.95 * 0.95
	for name, better := range map[string]bool{"random": false, "uct": true, "alpha": true} {
		m, _, err := player.All().Match(play.Setup{Domain: "rocksample", Rules: json.RawMessage(`{"size":4,"rocks":4}`), Player: name})
		if err != nil {
			t.Fatal(err)
		}
		const episodes = 30
		mean := 0.0
		for i := range uint64(episodes) {
			rec, err := m.Play(t.Context(), 1, i)
			if err != nil {
				t.Fatal(err)
			}
			mean += rec.Score / episodes
		}
		if mean > leaving != better {
			t.Errorf("%s earns %.2f; leaving at once earns %.2f", name, mean, leaving)
		}
	}
}

// TestRulesDoNotHideFields: the rules of a domain are written beside the fields of a spec, so
// they may not have the same names.
func TestRulesDoNotHideFields(t *testing.T) {
	_, settled, err := player.All().Match(play.Setup{Domain: "rocksample", Player: "random"})
	if err != nil {
		t.Fatal(err)
	}
	var rules map[string]any
	if err := json.Unmarshal(settled.Rules, &rules); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"name", "domain", "policies", "episodes", "seed", "max_moves", "record", "sprt", "thresholds", "made_by"} {
		if _, ok := rules[name]; ok {
			t.Errorf("the rules have a field %q, which a spec has, too", name)
		}
	}
}
