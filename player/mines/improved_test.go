// SPDX-License-Identifier: BSD-3-Clause

package mines_test

import (
	"fmt"
	"testing"
)

// TestPlannerReachesTheOptimum: with exact endgames of 100 layouts at most the planner plays the
// small boards of the 2012 paper's Table 2 perfectly, first click included, where the policy
// that it improves does not; and more simulations lose less.
func TestPlannerReachesTheOptimum(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 15
	}
	for _, tc := range []struct {
		board       string
		simulations int
	}{{"3x1/1", 1000}, {"5x2/3", 1000}, {"10x1/5", 2000}, {"4x4/4", 20_000}} {
		g := newGrader(t, tc.board)
		policy, _ := g.regret(t, "lookahead", `{"exact":100}`, games)
		before := policy
		for _, simulations := range []int{tc.simulations / 100, tc.simulations / 10, tc.simulations} {
			params := fmt.Sprintf(`{"exact":100,"start":"search","policy":"lookahead","simulations":%d}`, simulations)
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
