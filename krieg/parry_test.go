// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// TestBlamed: the line that is wrong is the one that is named.
func TestBlamed(t *testing.T) {
	long := "me white\nW e2e4 yes\nB moved\nW g1f3 yes\nB moved\nW f1c4 yes\nB moved\nW e1g1 yes\nB moved\nW d2d3 yes\n"
	for text, want := range map[string]int{
		"W e4 yes\nB moved\nB d3 yes\n":                           3, // Black's move is not named elsewhere
		"W moved\nB e5 yes\nW e4 yes\n":                           3,
		"W e4 yes\nB takes e3\nW Qh9 yes\n":                       2, // impossible before line 3 cannot be read
		long + "B moved check knight\nW b1c3 yes\n":               12,
		long + "B moved check rank\n":                             11, // the rook and the pawns leave no square for it on any board
		long + "B moved check long\nW g1h1 yes\nB moved\nW z\n":   11, // f2 and h2 are occupied
		long + "B moved\nW g1h1 yes\nB moved\nW z\n":              14,
		"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nme white\nW O-O yes": 0,
	} {
		s, err := Reader{Limits: Limits{Boards: 50_000}}.Read(t.Context(), text)
		line := 0
		if bad, ok := errors.AsType[*LineError](err); ok {
			line = bad.Line
		} else if heard, ok := errors.AsType[*HeardError](err); ok {
			line = s.Lines[heard.Event]
		}
		if line != want {
			t.Errorf("%q: %v, want line %d", text, err, want)
		}
	}
}

// TestParriesKeepsLegal: no answer to a check that a referee accepted is refused.
func TestParriesKeepsLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	answers, wrong := 0, 0
	for range 400 {
		h := History{Rules: Berkeley(), Start: chess.Start(), Full: true}
		s := State{Pos: chess.Start()}
		for range 120 {
			var l chess.Moves
			s.Pos.Legal(&l)
			if s.Over != Running || l.Len() == 0 {
				break
			}
			e := Event{By: s.Pos.ToMove(), Action: Action(l.Slice()[r.IntN(l.Len())])}
			e.Heard = h.Rules.Answer(&s, e.Action)
			h.Events = append(h.Events, e)
		}
		for _, me := range []Color{White, Black} {
			own := NewOwnView(h.Rules, me, h.Start)
			for _, e := range h.Events {
				next, err := own.Hear(e.HeardBy(me))
				if err != nil {
					t.Fatalf("%s\n%v: %v", h.Log(), e, err)
				}
				if own.view.checks != 0 && e.By == me {
					answers++
					for _, m := range own.Tries() { // most other tries do not parry
						if _, err := own.Hear(Event{By: me, Action: Action(m)}); errors.Is(err, veil.ErrImpossible) {
							wrong++
						}
					}
				}
				own = next
			}
		}
	}
	if answers < 500 || wrong < 10*answers {
		t.Errorf("%d answers, %d tries refused", answers, wrong)
	}
}
