// SPDX-License-Identifier: BSD-3-Clause

package resolve

import (
	"math"
	"testing"
)

// climb is a game of one player, who chooses one of eight ways and then goes left or right nine times. Way 0 wins
// half, the others lose half.
type climb struct{ player int }

type step struct{ way, made int }

func (c climb) Turn(s step) int {
	if s.made == 10 {
		return Over
	}
	return c.player
}

func (climb) Actions(s step) int {
	if s.made == 0 {
		return 8
	}
	return 2
}

func (climb) Chance(step, int) float64 { return 0 }

func (climb) Next(s step, a int) (step, [2]uint64) {
	if s.made == 0 {
		s.way = a
	}
	return step{s.way, s.made + 1}, [2]uint64{}
}

func (c climb) Value(s step) float64 {
	if s.made == 0 {
		return 0
	}
	v := -0.5
	if s.way == 0 {
		v = 0.5
	}
	if c.player == Second {
		return -v
	}
	return v
}

// TestBothExplore: PUCT knows the values of the last iteration for both players, so both explore the best way most.
func TestBothExplore(t *testing.T) {
	var share [2]float64
	for player := range share {
		tree, err := New(climb{player}, []Root[step]{{Weight: 1}}, Config{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Search(t.Context(), Budget{Nodes: 3000, Leaves: 4}); err != nil {
			t.Fatal(err)
		}
		best, all := 0.0, 0.0
		for a, x := range tree.actions[:8] {
			if all += x.visits; a == 0 {
				best = x.visits
			}
		}
		share[player] = best / all
	}
	if share[0] < 0.8 || math.Abs(share[0]-share[1]) > 0.05 {
		t.Errorf("the first player explores the best way with %.2f of its visits and the second with %.2f, want 0.8 of both", share[0], share[1])
	}
}
