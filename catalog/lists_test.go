// SPDX-License-Identifier: BSD-3-Clause

package catalog_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/play"
)

// TestLists: every action and observation of some random episodes is in the lists of its problem, and
// a table with numbers plays the same episode by numbers as by text.
func TestLists(t *testing.T) {
	numbers := 0
	for _, d := range catalog.All() {
		t.Run(d.Name, func(t *testing.T) {
			opened, err := d.Open(json.RawMessage(tiny()[d.Name]))
			if err != nil {
				t.Fatal(err)
			}
			if len(opened.Actions) == 0 {
				t.Fatal("its actions are not listed")
			}
			distinct(t, opened.Actions)
			distinct(t, opened.Observations)
			for episode := range uint64(20) {
				if listed(t, opened, episode) {
					numbers++
				}
			}
		})
	}
	if numbers < 150 {
		t.Errorf("%d episodes were played by numbers", numbers)
	}
}

func distinct(t *testing.T, names []string) {
	t.Helper()
	sorted := slices.Sorted(slices.Values(names))
	if len(slices.Compact(sorted)) != len(names) {
		t.Errorf("a name occurs twice in %q", names)
	}
}

// listed plays an episode by text and, where the table has them, by numbers.
func listed(t *testing.T, opened play.Configured, episode uint64) bool {
	t.Helper()
	table, draw := opened.Table(play.WorldRand(1, episode)), rand.New(rand.NewPCG(2, episode))
	twin, ok := opened.Table(play.WorldRand(1, episode)).(play.Numbered)
	for range 100 {
		legal := table.AppendActions(nil)
		if len(legal) == 0 {
			return ok
		}
		action := legal[draw.IntN(len(legal))]
		n := slices.Index(opened.Actions, action)
		if ok && len(twin.AppendLegal(nil)) != len(legal) {
			t.Fatalf("%d actions by number, %d by text", len(twin.AppendLegal(nil)), len(legal))
		}
		for _, a := range legal {
			if !slices.Contains(opened.Actions, a) {
				t.Fatalf("%s is not listed", a)
			}
		}
		answer, err := table.Act(action)
		if err != nil {
			t.Fatal(err)
		}
		seen := slices.Index(opened.Observations, answer.Seen)
		if len(opened.Observations) > 0 && seen < 0 {
			t.Fatalf("%s is not listed among %q", answer.Seen, opened.Observations)
		}
		if ok {
			twinned(t, twin, n, answer, seen)
		}
		if answer.Done {
			return ok
		}
	}
	return ok
}

// twinned performs an action by its number and compares the answers.
func twinned(t *testing.T, twin play.Numbered, action int, want play.Answer, seen int) {
	t.Helper()
	got, n, err := twin.ActNumber(action)
	if seen >= 0 {
		want.Seen = ""
	}
	if err != nil || got != want || n != seen {
		t.Fatalf("action %d: %v %d %v by number, %v %d by text", action, got, n, err, want, seen)
	}
}
