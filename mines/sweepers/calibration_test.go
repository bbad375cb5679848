// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment/stats"
	"github.com/veilplan/veil/play"
)

// TestPredictionsAreCalibrated: of the games in which the planner predicts a winning
// chance between two tenths it wins that many. Exact values must be right; what a
// search of a hundred simulations says may be off by five points. 20,000 positions with
// VEIL_FULL=1; the figure is in docs/results/mines-papers.md.
func TestPredictionsAreCalibrated(t *testing.T) {
	for _, c := range []struct {
		rules, params string
		games, full   int
		off           float64
	}{
		{`{"board":"4x4/4"}`, `{"start":"r1c1"}`, 2000, 16000, 0},
		{`{"board":"4x4/4"}`, `{"start":"r1c1","exact":0,"simulations":100}`, 30, 2500, 0.05},
		{`{"board":"5x5/5"}`, `{"start":"r1c1","exact":0,"simulations":100}`, 15, 1200, 0.05},
	} {
		games := c.games
		if os.Getenv("VEIL_FULL") != "" {
			games = c.full
		} else if testing.Short() {
			games /= 10
		}
		found := predictions(t, c.rules, c.params, games)
		positions := 0
		for i, b := range found {
			positions += b.N
			in := stats.Wilson(b.Won, b.N, 0.9999)
			if b.N > 0 && (b.Predicted < in.Lo-c.off || b.Predicted > in.Hi+c.off) {
				t.Errorf("%s %s: bin %d: predicted %.3f, won %d of %d", c.rules, c.params, i, b.Predicted, b.Won, b.N)
			}
		}
		t.Logf("%s %s: %d positions", c.rules, c.params, positions)
	}
}

// predictions plays games and keeps what was predicted.
func predictions(t *testing.T, rules, params string, games int) (found stats.Calibration) {
	t.Helper()
	m, _, err := catalog.All().Match(play.Setup{
		Domain: "mines", Rules: json.RawMessage(rules), Player: "uct", Params: json.RawMessage(params),
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		rec, err := m.Play(t.Context(), 11, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		var values []float64
		for _, ply := range rec.Plies {
			if ply.Value.Badge() != veil.Unknown {
				values = append(values, ply.Value.Float())
			}
		}
		found.Add(values, rec.Status == veil.Won)
	}
	return found
}
