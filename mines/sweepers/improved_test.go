// SPDX-License-Identifier: BSD-3-Clause

package sweepers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/internal/testsize"
	"github.com/veilplan/veil/play"
)

// TestPlannerReachesTheOptimum: with exact endgames of 100 layouts at most the planner plays the
// small boards of the 2012 paper's Table 2 perfectly, first click included, where the policy
// that it improves does not; and more simulations lose less.
func TestPlannerReachesTheOptimum(t *testing.T) {
	games := testsize.Of(10, 20, 60)
	for _, tc := range []struct {
		board       string
		simulations int
	}{{"3x1/1", 1000}, {"5x2/3", 1000}, {"10x1/5", 2000}, {"4x4/4", 20_000}} {
		g := newGrader(t, tc.board)
		policy, _ := g.regret(t, "fast", `{"exact":100}`, games)
		before := policy
		for _, simulations := range []int{tc.simulations / 100, tc.simulations / 10, tc.simulations} {
			params := fmt.Sprintf(`{"exact":100,"start":"search","grow":0.5,"candidates":8,"slack":0.3,"simulations":%d}`, simulations)
			lost, spread := g.regret(t, "planner", params, games)
			t.Logf("%s, %d simulations: loses %.2f ± %.2f points, the policy %.2f", tc.board, simulations, 100*lost, 100*spread, 100*policy)
			if lost > before+3*spread+1e-9 {
				t.Errorf("%s: loses %.4f with %d simulations, %.4f with fewer", tc.board, lost, simulations, before)
			}
			before = lost
		}
		if before > 0.001 {
			t.Errorf("%s: loses %.4f with %d simulations", tc.board, before, tc.simulations)
		}
	}
}

// TestPlannerActs: on a large board the planner plays as the policy does until a test shows that
// another guess is better, and such guesses are found. The games are ordinary ones: in product mode
// what is drawn again depends on the order in which safe cells were opened.
func TestPlannerActs(t *testing.T) {
	seat := func(name, params string) play.Match {
		m, _, err := catalog.All().Match(play.Setup{
			Domain: "mines", Rules: json.RawMessage(`{"board":"30x16/99","first":"zero"}`), Player: name, Params: json.RawMessage(params),
		})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	policy, planner, never := seat("fast", `{}`), seat("planner", `{"simulations":400}`), seat("planner", `{"simulations":400,"log":1}`)
	games := testsize.Of(15, 20, 40)
	acted := 0
	for i := range uint64(games) {
		moves := func(m play.Match) (list []string) {
			rec, err := m.Play(t.Context(), 91, 55+i) // in three of the first 150 games it acts: here
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range rec.Plies {
				if p.Guess {
					list = append(list, p.Action)
				}
			}
			return list
		}
		want := moves(policy)
		if got := moves(never); !slices.Equal(got, want) {
			t.Errorf("game %d: guesses %v without a search, the policy %v", i, got, want)
		}
		if !slices.Equal(moves(planner), want) {
			acted++
		}
	}
	if t.Logf("%d of %d games differ", acted, games); acted == 0 || acted > games/4 {
		t.Errorf("%d of %d games differ", acted, games)
	}
}
