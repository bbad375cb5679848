// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
)

// TestHistoriesRoundTrip writes and reads random games, whole and as each side heard
// them, in both spellings.
func TestHistoriesRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	n := 700
	if testing.Short() {
		n = 70
	}
	for i := range n {
		rules := krieg.Rulesets()[i%7]
		full := play(r, rules, start(r, t), 5+r.IntN(60)).History()
		for _, h := range []krieg.History{full, full.Filter(krieg.White), full.Filter(krieg.Black)} {
			if got, err := krieg.ParseLog(h.Log()); err != nil || !sameHistory(got, h) {
				t.Fatalf("log: %v\n%s\nread again:\n%s", err, h.Log(), got.Log())
			}
			if got, err := krieg.ParsePGN(h.PGN()); err != nil || !sameHistory(got, h) {
				t.Fatalf("PGN: %v\n%s\nread again:\n%s", err, h.PGN(), got.PGN())
			}
		}
	}
}

// sameHistory compares what a reader can know: the events of a log that names nobody's
// moves do not tell whether it is full.
func sameHistory(a, b krieg.History) bool {
	if len(a.Events) == 0 || len(b.Events) == 0 {
		return len(a.Events) == len(b.Events) && a.Start == b.Start && a.Rules == b.Rules
	}
	named := [2]bool{}
	for _, e := range b.Events {
		if e.Action != krieg.AskAny {
			named[e.By] = true
		}
	}
	if b.Full && (!named[0] || !named[1]) {
		return reflect.DeepEqual(a.Events, b.Events)
	}
	return reflect.DeepEqual(a, b)
}

// TestPerceptsRoundTrip reads every percept and action of random games again.
func TestPerceptsRoundTrip(t *testing.T) {
	r := newRand(15)
	for i := range 140 {
		rules := krieg.Rulesets()[i%7]
		for _, e := range play(r, rules, start(r, t), 60).History().Events {
			text := e.Heard.Describe(rules)
			if got, err := rules.ParsePercept(text); err != nil || got != e.Heard {
				t.Fatalf("%q: %+v, %v; want %+v", text, got, err, e.Heard)
			}
			if got, err := krieg.ParseAction(e.Action.String()); err != nil || got != e.Action {
				t.Fatalf("%v: %v, %v", e.Action, got, err)
			}
		}
	}
}

// The two spellings of the format's description, word for word.
func TestSamples(t *testing.T) {
	log, err := krieg.ParseLog("ruleset berkeley_any\nW e2e4 yes\nB moved\nW f1b5 no\nW f1c4 yes\nB takes e4 check long\nW any? yes\nW d2e3 no\n")
	if err != nil {
		t.Fatal(err)
	}
	if log.Full || log.Me != krieg.White || len(log.Events) != 7 {
		t.Errorf("read as %+v", log)
	}
	pgn, err := krieg.ParsePGN(`[Variant "Berkeley"] [Filtered "white"]

1. e4 {:} ?? {:0} 2. Bb5 {:Ba6} ?? {e4,L:2} *`)
	if err != nil {
		t.Fatal(err)
	}
	want := `ruleset berkeley
me white
W e2e4 yes
B moved
W f1a6 no
W f1b5 yes
B no
B no
B takes e4 check long
`
	if pgn.Log() != want {
		t.Errorf("the PGN sample reads as\n%s", pgn.Log())
	}
	extra, err := krieg.ParsePGN(`[Variant "ICC"] [Filtered "black"] 1. ?? {:;tries=0} d5 {:;tries=0} 2. ?? {d5::;tries=1}`)
	if err == nil {
		t.Errorf("a comment with two colons was read as %v", extra.Log())
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range [][2]string{
		{"ruleset blind\n", "line 1: no ruleset"},
		{"W e2e4 yes\nW d2d4 yes\n", "line 2: it is black's turn"},
		{"W e2e5 yes\n", "line 1: e2e5: no such move here"},
		{"W e2e4 perhaps\n", "the answer to a try is yes or no"},
		{"W e2e4\n", "what was the answer"},
		{"W\n", "nothing after the side"},
		{"hello\n", "unexpected \"hello\""},
		{"W e2e4 yes takes e9\n", "not a square"},
		{"W e2e4 yes check sideways\n", "check from where"},
		{"W e2e4 yes tries 3\n", "announce no pawn tries"},
		{"W e2e4 yes\nB takes e5\n", "captures on e5, where white has no man"},
		{"W e2e4 yes\nB any? yes\n", "black cannot ask any? here"},
		{"ruleset wild16\nW e2e4 yes tries 0\nB no\n", "keep black's refused tries private"},
		{"W any? maybe\n", "the answer to any? is yes or no"},
		{"me green\n", "not a side"},
		{"fen 8/8\n", "line 1:"},
		{"W e2e4 yes\nB moved by queen\n", "write pawn or piece"},
		{"ruleset wild16\nW e2e4 yes tries many\n", "not a number"},
		{"ruleset rand\nW e2e4 yes tries z1\n", "not a square"},
		{"ruleset cincinnati\nW e2e4 yes tries 1\n", "say yes or no"},
		{"ruleset english\nW any? no\nW e2d3 no\n", "heard that no pawn can capture"},
		{"ruleset english\nW any? yes\nW g1f3 yes\n", "owes a capture by a pawn"},
	} {
		if _, err := krieg.ParseLog(c[0]); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%.40q: error %v, want one with %q", c[0], err, c[1])
		}
	}
	for _, c := range [][2]string{
		{"1. e4 {:", "line 1, column 7: no \"}\" closes this"},
		{"1. e4 {:} ?? {:}", "\"??\""},
		{"[Filtered \"white\"]\n1. e4 {:} e5", "line 2, column 11: black's move is hidden; write ??"},
		{"1. e4 {x}", "with the colon"},
		{"1. e4 {z9:}", "not a square"},
		{"1. e4 {,X:}", "directions are F, R, L, S and N"},
		{"1. e4 {:;weather=fine}", "unexpected \"weather=fine\""},
		{"1. e4 {:;any=maybe}", "any=yes or any=no"},
		{"1. e4 {:;any=yes@7}", "tries refused before"},
		{"[Filtered \"white\"] 1. e4 ?? {:ab}", "number of black's refused tries"},
		{"[Variant \"Blind\"] 1. e4", "no ruleset"},
		{"1. e4 e5 2. e5", "e4e5 is not legal"},
	} {
		if _, err := krieg.ParsePGN(c[0]); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%q: error %v, want one with %q", c[0], err, c[1])
		}
	}
}

func TestLongTextIsRefused(t *testing.T) {
	long := strings.Repeat("#", 1<<20+1)
	for name, parse := range map[string]func() error{
		"log": func() error { _, err := krieg.ParseLog(long); return err },
		"PGN": func() error { _, err := krieg.ParsePGN(long); return err },
		".ks": func() error { _, err := krieg.ParseProblem(t.Context(), long); return err },
	} {
		if err := parse(); err == nil || !strings.Contains(err.Error(), "text over") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestContradictionsAreImpossible(t *testing.T) {
	_, err := krieg.ParseLog("W e2e4 yes\nB takes e5\n")
	if !errors.Is(err, veil.ErrImpossible) {
		t.Errorf("error %v does not say that it is impossible", err)
	}
	h, err := krieg.ParseLog("W e2e4 yes\nB takes e4\n") // no black man gets there in one move
	if err != nil {
		t.Fatal(err)
	}
	if _, err := krieg.Estimate(t.Context(), &h, krieg.Limits{}); !errors.Is(err, veil.ErrImpossible) || !strings.Contains(err.Error(), "event 2, B takes e4") {
		t.Errorf("estimate: error %v", err)
	}
}

func FuzzParseLog(f *testing.F) {
	r := rand.New(rand.NewPCG(12, 0))
	for i := range 14 {
		h := play(r, krieg.Rulesets()[i%7], start(r, f), 20).History()
		f.Add(h.Log())
		white := h.Filter(krieg.White)
		f.Add(white.Log())
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, err := krieg.ParseLog(s)
		if err != nil {
			return
		}
		again, err := krieg.ParseLog(h.Log())
		if err != nil || again.Log() != h.Log() {
			t.Errorf("%v: %q writes\n%s", err, s, h.Log())
		}
		checkEstimate(t, &h)
	})
}

func FuzzParsePGN(f *testing.F) {
	r := rand.New(rand.NewPCG(13, 0))
	for i := range 14 {
		h := play(r, krieg.Rulesets()[i%7], start(r, f), 20).History()
		f.Add(h.PGN())
		black := h.Filter(krieg.Black)
		f.Add(black.PGN())
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, err := krieg.ParsePGN(s)
		if err != nil {
			return
		}
		again, err := krieg.ParsePGN(h.PGN())
		if err != nil || again.PGN() != h.PGN() {
			t.Errorf("%v: %q writes\n%s", err, s, h.PGN())
		}
		checkEstimate(t, &h)
	})
}

// checkEstimate estimates a short history: whatever a parser accepts must not panic.
func checkEstimate(t *testing.T, h *krieg.History) {
	t.Helper()
	if len(h.Events) > 40 {
		return
	}
	if _, err := krieg.Estimate(t.Context(), h, krieg.Limits{Boards: 2_000}); err != nil && !errors.Is(err, veil.ErrImpossible) && !errors.Is(err, veil.ErrTooHard) {
		t.Error(err)
	}
}
