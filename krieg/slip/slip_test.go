// SPDX-License-Identifier: BSD-3-Clause

package slip_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/referee"
	"github.com/veilplan/veil/krieg/slip"
)

// played returns what one side hears of a game of the player against itself.
func played(t *testing.T, seed uint64, rules krieg.Rules) krieg.History {
	t.Helper()
	start := krieg.NewHistory(rules, krieg.White).Start
	g := referee.NewGame(rules, start)
	var players [2]*engine.Player
	for c := range players {
		p, err := engine.New(rules, krieg.Color(c), engine.Config{Level: 2, Seed: 2*seed + uint64(c)})
		if err != nil {
			t.Fatal(err)
		}
		players[c] = p
	}
	for n := 0; !g.Over() && n < 80; {
		by := g.ToMove()
		thought, err := players[by].Choose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e := krieg.Event{By: by, Action: thought.Best, Heard: g.Try(thought.Best)}
		for c, p := range players {
			if krieg.Color(c) == by || e.Heard.Answer != krieg.No || rules.PublicRefusals {
				if err := p.Hear(t.Context(), e.HeardBy(krieg.Color(c))); err != nil {
					t.Fatal(err)
				}
			}
		}
		if e.Heard.Answer == krieg.Yes {
			n++
		}
	}
	h := g.History()
	return h.Filter(krieg.Color(seed % 2))
}

// misheard changes one thing in one announcement, as a listener may.
func misheard(r *rand.Rand, h *krieg.History) (line string, event int) {
	for {
		k := r.IntN(len(h.Events))
		e := h.Events[k]
		heard := e.Heard
		square, took := heard.Capture()
		switch what := r.IntN(5); {
		case what == 0 && heard.Answer == krieg.Yes: // a check, or another direction
			e.Heard.Checks = []chess.Directions{0, 1, 2, 4, 8, 16}[r.IntN(6)]
		case what == 1 && took: // a neighbouring square
			e.Heard = heard.WithCapture(krieg.Square((int(square) + []int{1, -1, 8, -8}[r.IntN(4)]) & 63))
		case what == 2 && took: // the capture was not heard
			e.Heard.Captured, e.Heard.Capturer, e.Heard.EnPassant = 0, 0, false
			e.Heard = krieg.Percept{Answer: krieg.Yes, Promotion: heard.Promotion, Checks: heard.Checks, Result: heard.Result, Tries: heard.Tries}
		case what == 3 && h.Rules.PawnTries == krieg.TriesCount && heard.Answer == krieg.Yes:
			e.Heard.Tries += uint64(1 + r.IntN(2))
		case what == 4 && e.By == h.Me && heard.Answer != krieg.AnyYes && heard.Answer != krieg.AnyNo: // no for yes
			e.Heard = krieg.Percept{Answer: krieg.Yes ^ krieg.No ^ heard.Answer}
		}
		if e.Heard != heard {
			return h.Line(e), k
		}
	}
}

// TestPlanted plants one mishearing into games, and asks for it. CI plays a few; with VEIL_FULL=1
// there are logs until 200 of them are contradictory. VEIL_PLANTED=100-200 takes the games of these seeds.
func TestPlanted(t *testing.T) {
	want, seed, end := 6, uint64(0), uint64(math.MaxUint64)
	if os.Getenv("VEIL_FULL") != "" {
		want = 200
	}
	if part := os.Getenv("VEIL_PLANTED"); part != "" {
		if _, err := fmt.Sscanf(part, "%d-%d", &seed, &end); err != nil {
			t.Fatalf("VEIL_PLANTED=%s: want two seeds such as 100-200", part)
		}
		want = math.MaxInt
	}
	found, first, third := 0, 0, 0
	for ; found < want && seed < end; seed++ {
		rules := []krieg.Rules{krieg.Berkeley(), krieg.Wild16(), krieg.English()}[seed%3]
		h := played(t, seed, rules)
		line, k := misheard(rand.New(rand.NewPCG(seed, 9)), &h)
		lines := strings.Split(strings.TrimRight(h.Log(), "\n"), "\n")
		at := len(lines) - len(h.Events) + k
		lines[at] = line
		r, err := slip.Find(t.Context(), strings.Join(lines, "\n")+"\n", slip.Config{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if r.Line == 0 {
			continue // it could have been so
		}
		found++
		place := slices.IndexFunc(r.Changes, func(c slip.Change) bool { return c.Line == at+1 })
		if place == 0 {
			first++
		}
		if place >= 0 && place < 3 {
			third++
		} else {
			t.Logf("seed %d %v: line %d of %d, %q for %q, nothing fits line %d (%q); %s", seed, rules, at+1, len(lines), line, h.Line(h.Events[k]), r.Line, lines[r.Line-1], told(r))
		}
	}
	t.Logf("until seed %d: of %d contradictory logs the line was the first suggestion in %d, among three in %d", seed, found, first, third)
	if 10*third < 9*found {
		t.Errorf("%d of %d", third, found)
	}
}

func told(r *slip.Report) string {
	var b strings.Builder
	for _, c := range r.Changes[:min(4, len(r.Changes))] {
		fmt.Fprintf(&b, "%d %s %q for %q %.2f; ", c.Line, c.Kind, c.New, c.Old, c.Share)
	}
	return b.String()
}
