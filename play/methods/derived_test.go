// SPDX-License-Identifier: BSD-3-Clause

package methods_test

import (
	"encoding/json"
	"testing"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/battleship/battleshipplayers"
	"github.com/veilplan/veil/problems/mastermind/mastermindplayers"
	"github.com/veilplan/veil/problems/tag/tagplayers"
	"github.com/veilplan/veil/problems/tiger/tigerplayers"
)

// TestDerivedGuide: with the guide that exact probabilities give, the methods that need one earn more than the same
// tree without it, on problems that have no guide of their own: two in which information is all, one in which the
// hidden state moves, and one in which it is hit or missed. Simulations are few, so that the guide decides.
func TestDerivedGuide(t *testing.T) {
	for _, c := range []struct {
		domain play.Domain
		rules  string
		least  float64 // mean score
	}{
		{tigerplayers.Domain(), `{"horizon":6}`, -20},
		{mastermindplayers.Domain(), `{"pegs":2,"colours":4}`, -3.5},
		{battleshipplayers.Domain(), ``, -5},
		{tagplayers.Domain(), ``, -16},
	} {
		for _, name := range []string{"bssuct", "planner"} {
			if got := earned(t, c.domain, c.rules, name); got < c.least {
				t.Errorf("%s by %s: %.2f, want %v", c.domain.Name, name, got, c.least)
			}
		}
	}
}

// earned returns the mean score of a method in some episodes.
func earned(t *testing.T, d play.Domain, rules, name string) float64 {
	t.Helper()
	opened, err := d.Open(json.RawMessage(rules))
	if err != nil {
		t.Fatal(err)
	}
	const episodes = 20
	sum := 0.0
	for _, m := range opened.Methods {
		if m.Name != name {
			continue
		}
		seat, _, err := m.New(play.Access{}, json.RawMessage(`{"simulations":40}`))
		if err != nil {
			t.Fatal(err)
		}
		match := play.Match{Table: opened.Table, Player: seat, Discount: opened.Discount, MaxMoves: 60}
		for i := range uint64(episodes) {
			rec, err := match.Play(t.Context(), 1, i)
			if err != nil {
				t.Fatal(err)
			}
			sum += rec.Score
		}
	}
	return sum / episodes
}
