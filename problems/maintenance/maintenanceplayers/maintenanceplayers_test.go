// SPDX-License-Identifier: BSD-3-Clause

package maintenanceplayers_test

import (
	"encoding/json"
	"testing"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/internal/playtest"
	"github.com/veilplan/veil/problems/maintenance/maintenanceplayers"
)

// earned plays the same episodes with a player and returns the average score.
func earned(t *testing.T, player, params string, episodes int) float64 {
	t.Helper()
	return playtest.Mean(playtest.Scores(t, play.Domains{maintenanceplayers.Domain()}, play.Setup{
		Domain: "maintenance", Player: player, Params: json.RawMessage(params),
	}, 9, episodes))
}

// TestLookingPays: the rule that looks before it replaces earns far more than the calendar, and the search by work
// far more than random actions.
func TestLookingPays(t *testing.T) {
	rule, calendar := earned(t, "threshold", `{}`, 300), earned(t, "periodic", `{}`, 300)
	if rule < calendar+10 || rule < -16 {
		t.Errorf("threshold %.1f, periodic %.1f, want about -13 and -32", rule, calendar)
	}
	if search, random := earned(t, "uct", `{"work":3000}`, 6), earned(t, "random", ``, 6); search < random+5 {
		t.Errorf("uct %.1f, random %.1f, want 5 more", search, random)
	}
}

func TestRulesRefuse(t *testing.T) {
	for player, params := range map[string]string{"threshold": `{"inspect":0.5,"replace":0.1}`, "periodic": `{"every":0}`, "uct": `{"work":-1}`} {
		setup := play.Setup{Domain: "maintenance", Player: player, Params: json.RawMessage(params)}
		if _, _, err := (play.Domains{maintenanceplayers.Domain()}).Match(setup); err == nil {
			t.Errorf("%s took %s", player, params)
		}
	}
}
