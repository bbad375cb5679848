// SPDX-License-Identifier: BSD-3-Clause

package methods_test

import (
	"math"
	"testing"

	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/problems/mastermind"
	"github.com/veilplan/veil/problems/mastermind/mastermindplayers"
)

// TestOptimalPlan: the plan for three pegs of four colours finds each code once, in the number of guesses that it
// claims. Over all codes these are 64 episodes, so the mean is the expectation.
func TestOptimalPlan(t *testing.T) {
	opened, err := mastermindplayers.Domain().Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	entry, err := opened.Player("optimal")
	if err != nil {
		t.Fatal(err)
	}
	seat, _, err := entry.New(play.Access{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	model, err := mastermind.New(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	guesses, claimed := 0, 0.0
	for _, code := range model.Codes() {
		p, err := seat(nil)
		if err != nil {
			t.Fatal(err)
		}
		for first := true; ; first = false {
			move, err := p.Move(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if first {
				claimed, _ = move.Value.Interval()
			}
			guesses++
			if move.Action == code.String() {
				break
			}
			guess, err := play.Words(model.Codes()...).Parse(move.Action)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Hear(move.Action, mastermind.Compare(guess, code).String()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if mean := float64(guesses) / float64(len(model.Codes())); math.Abs(mean+claimed) > 1e-3 {
		t.Errorf("%.4f guesses on average, but the plan claims %.4f", mean, -claimed)
	}
}
