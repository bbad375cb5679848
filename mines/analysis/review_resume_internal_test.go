// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"reflect"
	"testing"

	"github.com/veilplan/veil/api"
)

// TestReviewContinues interrupts a review at several points. One that continues plays only the games
// that are missing, and ends like one that was never interrupted.
func TestReviewContinues(t *testing.T) {
	doc := mixedGames(t, intermediate, 5000, 8, false)[7]
	limits := api.Limits{Games: 60, Layouts: 1}
	var states [][]api.MinesPlayed
	whole, err := ReviewGame(t.Context(), doc, ReviewConfig{Limits: limits, Progress: func(r *Review) { states = append(states, r.Played()) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 1, len(states) / 2, len(states) - 1} {
		r, err := ReviewGame(t.Context(), doc, ReviewConfig{Limits: limits, Played: states[at]})
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, p := range states[at] {
			kept += p.Games
		}
		if kept == 0 || r.reckoning.fresh != whole.reckoning.count-kept {
			t.Errorf("state %d: %d games are kept and %d played, want %d in all", at, kept, r.reckoning.fresh, whole.reckoning.count)
		}
		if !reflect.DeepEqual(r.Document(false), whole.Document(false)) {
			t.Errorf("state %d: the review ends otherwise than without an interruption", at)
		}
	}
}

// TestReviewKeepsPlausible: tallies that no games can have are left out.
func TestReviewKeepsPlausible(t *testing.T) {
	good := api.MinesPlayed{Turn: 1, Shows: -1, Games: 64, X: 30, XX: 20, Work: 1000}
	for _, spoil := range []func(*api.MinesPlayed){
		func(p *api.MinesPlayed) { p.Games = 0 },
		func(p *api.MinesPlayed) { p.X = 65 },
		func(p *api.MinesPlayed) { p.Y = -1 },
		func(p *api.MinesPlayed) { p.XX = 31 },
		func(p *api.MinesPlayed) { p.Work = 0 },
	} {
		bad := good
		spoil(&bad)
		if !plausible(good) || plausible(bad) {
			t.Errorf("plausible(%+v), want only %+v", bad, good)
		}
	}
}
