// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"testing"

	"github.com/veilplan/veil/play"
)

// TestProber plays a game, whose first action is the one that the parameters ask for.
func TestProber(t *testing.T) {
	opened, err := Domain().Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	player, _, err := prober().New(play.Access{}, []byte(`{"first":1}`))
	if err != nil {
		t.Fatal(err)
	}
	match := play.Match{Table: opened.Table, Player: player, Discount: opened.Discount, MaxMoves: opened.MaxMoves}
	record, err := match.Play(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	actions := opened.Table(play.WorldRand(1, 0)).AppendActions(nil)
	if got, want := record.Plies[0].Action, actions[1%len(actions)]; got != want {
		t.Errorf("the first action is %s, want %s", got, want)
	}
}

// TestProberParams: parameters that mean nothing are refused.
func TestProberParams(t *testing.T) {
	for _, params := range []string{`{"first":-1}`, `{"misspelt":1}`} {
		if _, _, err := prober().New(play.Access{}, []byte(params)); err == nil {
			t.Errorf("%s is accepted", params)
		}
	}
}
