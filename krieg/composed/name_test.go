// SPDX-License-Identifier: BSD-3-Clause

package composed

import (
	"context"
	"math"
	"testing"

	"github.com/veilplan/veil/api"
)

// TestPuzzlesForPeople: every puzzle has a name of its own, every level is there, and what a
// thumbnail shows is what the boards of the puzzle show.
func TestPuzzlesForPeople(t *testing.T) {
	list, err := Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	names, levels := map[string]bool{}, map[int]int{}
	for _, p := range list {
		if names[p.Name] || p.Name == "" {
			t.Errorf("%s is named %q again", p.ID, p.Name)
		}
		names[p.Name] = true
		levels[p.Level]++
	}
	for level := 1; level <= 5; level++ {
		if levels[level] < 5 {
			t.Errorf("%d puzzles of level %d: %v", levels[level], level, levels)
		}
	}
	for _, p := range list[:10] {
		problem, err := Find(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, states, err := problem.States(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		men := 0.0 // counted the slow way: letters of the opponent on every board
		for i := range states {
			for _, letter := range states[i].Pos.String() {
				if letter == ' ' {
					break
				}
				if letter >= 'a' && letter <= 'z' {
					men++
				}
			}
		}
		sum := 0.0
		for _, share := range p.Heat {
			sum += share
		}
		if want := men / float64(len(states)); math.Abs(sum-want) > 1e-9 {
			t.Errorf("%s: %g hidden men, want %g", p.ID, sum, want)
		}
	}
}

// TestNamesStay: a puzzle keeps its name when one with a later ID is added.
func TestNamesStay(t *testing.T) {
	list := []api.KriegPuzzle{{ID: "a"}, {ID: "b"}}
	name(list)
	more := []api.KriegPuzzle{{ID: "c"}, {ID: "b"}, {ID: "a"}}
	name(more)
	if list[0].Name != more[2].Name || list[1].Name != more[1].Name {
		t.Errorf("%v became %v", list, more)
	}
}
