// SPDX-License-Identifier: BSD-3-Clause

package selfplay_test

import (
	"math/bits"
	"reflect"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/selfplay"
)

// TestGenerator keeps every instance of the right size, makes the same ones twice, and
// estimates their histories again.
func TestGenerator(t *testing.T) {
	for i, rules := range krieg.Rulesets() {
		kept := 0
		g := selfplay.Generator{Rules: rules, Min: 4, Max: 60, Cap: 2_000, FromArray: i%2 == 1}
		var size int
		g.Keep = func(_ *krieg.History, b *krieg.Belief) bool {
			size = b.Len()
			return true
		}
		for n := range uint64(8) {
			h, err := g.Game(t.Context(), 7, n)
			if err != nil {
				t.Fatal(err)
			}
			if h == nil {
				continue
			}
			kept++
			b, err := krieg.Estimate(t.Context(), h, krieg.Limits{})
			if err != nil || b.Len() != size || size < 4 || size > 60 || b.ToMove() != krieg.White {
				t.Fatalf("%v: %d boards heard, %d estimated, %v\n%s", rules, size, b.Len(), err, h.Log())
			}
			if again, err := g.Game(t.Context(), 7, n); err != nil || !reflect.DeepEqual(again, h) {
				t.Fatalf("%v: game %d came out differently", rules, n)
			}
		}
		if kept == 0 {
			t.Errorf("%v: no instance in 8 games", rules)
		}
	}
}

// TestBlackMen draws starts with as many black men as were asked for.
func TestBlackMen(t *testing.T) {
	rules := krieg.Rulesets()[0]
	for men, want := range map[int]int{0: 6, 3: 3, 9: 6} {
		g := selfplay.Generator{Rules: rules, BlackMen: men, Min: 1}
		g.Keep = func(h *krieg.History, _ *krieg.Belief) bool {
			if got := bits.OnesCount64(h.Start.Men(krieg.Black)); got != want {
				t.Errorf("%d asked for: %d black men, want %d", men, got, want)
			}
			return true
		}
		if h, err := g.Game(t.Context(), 1, 1); h == nil || err != nil {
			t.Errorf("%d asked for: no position at the start", men)
		}
	}
}

// TestBlind plays games from the initial array: a Black that sees the board is never refused, a blind
// one is, and it makes the same game twice.
func TestBlind(t *testing.T) {
	for _, blind := range []bool{false, true} {
		g := selfplay.Generator{Rules: krieg.Berkeley(), FromArray: true, Blind: blind, Min: 3, Cap: 2_000}
		var games []krieg.History
		g.Keep = func(h *krieg.History, b *krieg.Belief) bool { return len(h.Events) > 12 }
		refused := 0
		for n := range uint64(30) {
			h, err := g.Game(t.Context(), 9, n)
			if err != nil {
				t.Fatal(err)
			}
			if h == nil {
				continue
			}
			games = append(games, *h)
			for _, e := range h.Events {
				if e.By == krieg.Black && e.Heard.Answer == krieg.No {
					refused++
				}
			}
			if again, err := g.Game(t.Context(), 9, n); err != nil || !reflect.DeepEqual(again, h) {
				t.Fatalf("game %d came out differently", n)
			}
		}
		if len(games) == 0 || blind != (refused > 0) {
			t.Errorf("blind %v: Black was refused %d times in %d games", blind, refused, len(games))
		}
	}
}
