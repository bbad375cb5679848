// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"fmt"
	"testing"

	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
)

func short(a *deduction.Answer) string {
	text := fmt.Sprint(a.Verdict, a.Stats)
	for _, c := range a.Cases {
		text += fmt.Sprint("; ", c.Announced, c.Verdict, c.Plies, c.Keys, c.All, c.Near != nil)
	}
	return text
}

// TestTell: what is told on the way has every board of the question, never claims a mate,
// and changes nothing. Under wild 16 rules the pawn tries are announced,
// so there are two cases.
func TestTell(t *testing.T) {
	text := "ruleset: wild16\nto move: white\nme:   8/8/8/2K5/3P4/8/8/1R6\nopp:  k@{h8,h7,a8,f7}  n@{e5,a3}\n"
	o := deduction.Options{Keys: true, Near: true, Config: andor.Config{States: 200_000}}
	want := answer(t, text, 5, o)
	var told []*deduction.Answer
	o.Tell = func(a *deduction.Answer) { told = append(told, a) }
	if got := answer(t, text, 5, o); short(got) != short(want) {
		t.Errorf("told %s, else %s", short(got), short(want))
	}
	if len(want.Cases) < 2 || len(told) < 2*len(want.Cases) {
		t.Fatalf("%d cases, told %d times", len(want.Cases), len(told))
	}
	for i, a := range told {
		if a.Boards() != want.Boards() || len(a.Cases) != len(want.Cases) || a.Verdict == andor.Proved {
			t.Errorf("told %d: %d boards, %d cases, %v", i, a.Boards(), len(a.Cases), a.Verdict)
		}
	}
}
