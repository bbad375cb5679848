// SPDX-License-Identifier: BSD-3-Clause

package tigerplayers_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/internal/playtest"
)

// scores plays the same episodes with a player.
func scores(t *testing.T, name, params string, episodes int) []float64 {
	t.Helper()
	return playtest.Scores(t, catalog.All(), play.Setup{
		Domain: "tiger", Rules: json.RawMessage(`{"horizon":6}`), Player: name, Params: json.RawMessage(params),
	}, 3, episodes)
}

// TestPlannerIsNotBehindTheListener: whatever the planner changes in the listener's play
// does not lose.
func TestPlannerIsNotBehindTheListener(t *testing.T) {
	episodes := 600
	if testing.Short() {
		episodes = 150
	}
	a, b := scores(t, "planner", `{}`, episodes), scores(t, "listener", `{}`, episodes)
	mean, square := 0.0, 0.0
	for i := range a {
		mean += (a[i] - b[i]) / float64(episodes)
		square += (a[i] - b[i]) * (a[i] - b[i]) / float64(episodes)
	}
	stderr := math.Sqrt((square - mean*mean) / float64(episodes))
	t.Logf("planner less listener: %.2f ± %.2f", mean, stderr)
	if mean < -3*stderr { // two would fail one seed in forty of a planner that is no worse
		t.Errorf("the planner is behind by %.2f ± %.2f", mean, stderr)
	}
}
