// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"math"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/search/resolve"
)

// TestTempo measures how much the opponent's best reply changes the estimate of a try, on boards of real
// games. If the side that moved were taken to be better than it is, a tree in which only some tries are
// expanded would prefer the others.
func TestTempo(t *testing.T) {
	without, with := replies(t, 1e-9), replies(t, 0) // 0 is the usual correction
	t.Logf("mean change by the best reply: %.3f without the correction, %.3f with it", without, with)
	if math.Abs(with) > math.Abs(without)/2 {
		t.Errorf("the correction leaves %v of %v, want at most half", with, without)
	}
}

// replies returns the mean change of the estimate by the best reply to the best tries of the evaluation.
func replies(t *testing.T, tempo float64) float64 {
	t.Helper()
	sum, n := 0.0, 0
	for _, rules := range []krieg.Rules{krieg.Berkeley(), krieg.Wild16()} {
		play(t, rules, pair(t, rules, 5, 21), func(at *seat, _ *referee.Game) bool {
			cfg := Config{Boards: 4, Tempo: tempo}.settled()
			s := newSearch(at.question(), cfg)
			if at.Belief().Len() == 0 || s.plant(t.Context()) != nil {
				return true
			}
			for _, r := range s.roots {
				if r.Fixed == nil {
					for a := range r.State.menu.tries {
						if change, ok := s.game.reply(r.State, a); ok {
							sum += change
							n++
						}
					}
				}
			}
			return len(at.events) < 60
		})
	}
	return sum / float64(n)
}

// reply returns how much the opponent's best reply to a try changes its estimate, or false if there is
// no reply.
func (g *game) reply(at node, try int) (float64, bool) {
	after, _ := g.Next(at, try)
	if g.Turn(after) != resolve.Second {
		return 0, false
	}
	worst := math.Inf(1)
	for a := range g.Actions(after) {
		if next, _ := g.Next(after, a); g.Turn(next) != resolve.Second {
			worst = min(worst, next.value)
		}
	}
	return worst - after.value, true
}

// TestOpen compares the opponent's information sets in trees in which it learns the player's moves, and in
// which it does not.
func TestOpen(t *testing.T) {
	hidden, open := quick(), quick()
	open.Open = true
	sets := func(at *seat, cfg Config) float64 {
		c, err := Choose(t.Context(), at.question(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		return float64(c.Stats.Opponent.Nodes) / float64(c.Stats.Opponent.Sets)
	}
	play(t, krieg.Wild16(), pair(t, krieg.Wild16(), 5, 8), func(at *seat, _ *referee.Game) bool {
		if len(at.events) < 6 {
			return true
		}
		if a, b := sets(at, hidden), sets(at, open); !(b < a) {
			t.Errorf("sets of %.2f nodes where the opponent learns the moves, %.2f where it does not: want fewer", b, a)
		}
		return false
	})
}
