// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/veiltest"
)

// TestContract checks the rules that searches rely on and the compiler does not check.
func TestContract(t *testing.T) {
	for _, fog := range []float64{0, 0.25} {
		veiltest.Model(t, Hideout{Places: 5, Tries: 3, Fog: fog}, veiltest.Config[State, Try, Seen]{})
	}
}

// TestMethods plays a game with every player of the domain, and with every method that its model has the powers for.
func TestMethods(t *testing.T) {
	opened, err := Domain().Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	players := opened.Players
	for _, m := range opened.Offers() {
		if len(m.Lacks) == 0 {
			players = append(players, m.Entry)
		}
	}
	for _, p := range players {
		t.Run(p.Name, func(t *testing.T) {
			match, _, err := play.Domains{Domain()}.Match(play.Setup{Domain: "hideout", Player: p.Name})
			if err != nil {
				t.Fatal(err)
			}
			record, err := match.Play(t.Context(), 1, 0)
			if err != nil || record.Status == veil.Open {
				t.Errorf("%v after %d moves: %v; want a won or lost game", record.Status, len(record.Plies), err)
			}
		})
	}
}

// TestRules: rules that nobody could play are refused.
func TestRules(t *testing.T) {
	for _, rules := range []string{`{"places":1}`, `{"tries":0}`, `{"fog":1.5}`, `{"misspelt":1}`} {
		if _, err := Domain().Open([]byte(rules)); err == nil {
			t.Errorf("%s is accepted", rules)
		}
	}
}
