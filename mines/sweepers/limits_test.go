// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package sweepers_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/mines/sweepers"
	"github.com/veilplan/veil/play"
)

// TestTimePerGame: no player takes more CPU time for a game of 30x16/99 than it may. A machine under
// load is slower by some factor, so the unit is a game of instant, 0.7 ms where nothing else ran,
// played right after; and the fast players play the same games three times, of which the shortest
// counts.
func TestTimePerGame(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for some seconds")
	}
	const instant, units = 0.7, 200
	for _, c := range []struct {
		player       string
		games, times int
		limit        float64 // ms
	}{{"instant", 200, 3, 1}, {"fast", 150, 3, 8}, {"full", testsize.Of(4, 8, 60), 1, 250}, {"max", testsize.Of(1, 2, 30), 1, 2000}} {
		for _, first := range []string{"safe", "zero"} {
			least := math.Inf(1)
			for range c.times {
				own := timePerGame(t, c.player, first, c.games)
				least = min(least, own/timePerGame(t, "instant", first, units)*instant)
			}
			t.Logf("%s, %s: %.2f ms a game", c.player, first, least)
			if least > c.limit {
				t.Errorf("%s, %s: %.2f ms a game, want at most %.0f", c.player, first, least, c.limit)
			}
		}
	}
}

// timePerGame returns the CPU time of a game, in milliseconds, with the endgames of that many solved
// on the way.
func timePerGame(t *testing.T, player, first string, games int) float64 {
	t.Helper()
	match, _, err := play.Domains{sweepers.Domain()}.Match(play.Setup{
		Domain: "mines", Rules: json.RawMessage(`{"board":"30x16/99","first":"` + first + `"}`), Player: player,
	})
	if err != nil {
		t.Fatal(err)
	}
	before := rusage.CPU()
	for i := range uint64(games) {
		if _, err := match.Play(t.Context(), 7, i); err != nil {
			t.Fatal(err)
		}
	}
	return (rusage.CPU() - before).Seconds() * 1000 / float64(games)
}
