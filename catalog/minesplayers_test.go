// SPDX-License-Identifier: BSD-3-Clause

package catalog_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
)

// winRate plays games of a player and returns how many it won.
func winRate(t *testing.T, rules, player, params string, games int) float64 {
	t.Helper()
	m, _, err := catalog.All().Match(play.Setup{
		Domain: "mines", Rules: json.RawMessage(rules), Player: player, Params: json.RawMessage(params),
	})
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for i := range games {
		rec, err := m.Play(t.Context(), 2026, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		if rec.Status == veil.Won {
			won++
		}
	}
	return float64(won) / float64(games)
}

// TestPlayersReachTheirKnownRates plays boards whose win rates are known exactly: the
// optimum from the exact values, the myopic player with random ties by arithmetic.
func TestPlayersReachTheirKnownRates(t *testing.T) {
	for _, tc := range []struct {
		rules, player, params string
		want                  float64
	}{
		{`{"board":"4x4/4"}`, "optimal", `{}`, 961. / 1365},
		{`{"board":"5x2/3"}`, "optimal", `{}`, 21. / 84},
		{`{"board":"10x1/5"}`, "optimal", `{}`, 24. / 126},
		{`{"board":"3x1/1"}`, "optimal", `{}`, 1},
		{`{"board":"3x3/7"}`, "optimal", `{}`, 1. / 4},
		{`{"board":"3x3/7"}`, "safest", `{"ties":"random","start":"random"}`, 17. / 72},
		{`{"board":"4x4/6","first":"zero"}`, "optimal", `{}`, 1},
		{`{"board":"5x2/3"}`, "safest", `{"ties":"random","start":"random"}`, 0.2028},
	} {
		games := 4000
		if testing.Short() {
			games = 500
		}
		got := winRate(t, tc.rules, tc.player, tc.params, games)
		if sd := math.Sqrt(tc.want * (1 - tc.want) / float64(games)); math.Abs(got-tc.want) > 4*sd+1e-9 {
			t.Errorf("%s %s: won %.4f, want %.4f ± %.4f", tc.rules, tc.player, got, tc.want, sd)
		}
	}
}
