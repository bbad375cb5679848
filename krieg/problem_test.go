// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

const anderson1 = `ruleset: english
to move: white
me:   8/7B/8/2K5/2N5/8/8/1R6
opp:  k@a4  q|r|b|n@e1
goal: mate in 2
`

func TestParseProblem(t *testing.T) {
	p, err := krieg.ParseProblem(t.Context(), anderson1)
	if err != nil {
		t.Fatal(err)
	}
	if p.Rules != krieg.English() || p.Me != krieg.White || p.Moves != 2 || len(p.Positions) != 4 {
		t.Errorf("read as %+v", p)
	}
	for text, want := range map[string]int{
		"\uFEFFruleset: english\r\nme: 8/8/8/8/8/8/8/K7\r\nopp: k@h8 ?p@a7\r\n":          2, // as Windows saves it
		"me: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\nopp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3": 6,
		"me: 8/8/8/8/8/8/8/K7\nopp: k@* ":                                                60, // not on or beside a1
		"me: 8/8/8/8/8/8/8/K7\nopp: k@dark":                                              30, // 32 without a1 and b2
		"me: 8/8/8/8/8/8/8/K7\nopp: k@h8 ?p@a7":                                          2,
		"me: 8/8/8/8/8/8/8/K7\nopp: k@h8 p@rank8":                                        0,     // pawns do not stand there
		"me: 8/8/8/8/8/8/8/K7\nopp: k@h8 p@filec p@filec":                                15,    // 6 squares, two equal men
		"me: 8/8/8/8/8/8/8/K7\nopp: k@h8 ?n@c3 ?n@c4\nlast: captures=13":                 1,     // 16-13 men are left
		"me: 8/8/8/8/8/8/8/k7\nopp: K@h8 ":                                               0 + 1, // Black's view
		"to move: black\nme: 8/8/8/8/8/8/8/K7\nopp: k@{h8,b1,c1}":                        2,     // b1 touches the king
		"me: 8/8/8/8/8/8/8/R3K3\nopp: k@h8\nlast: castling=Q ep=-":                       1,
		"belief:\n  4k3/8/8/8/8/8/8/4K2R\n  3k4/8/8/8/8/8/8/4K2R # a comment":            2,
		"belief: 4k3/8/8/8/8/8/8/4K2R w K - 0 1":                                         1,
	} {
		p, err := krieg.ParseProblem(t.Context(), text)
		if want == 0 {
			if !errors.Is(err, veil.ErrImpossible) {
				t.Errorf("%q: error %v, want an impossible position", text, err)
			}
			continue
		}
		if err != nil || len(p.Positions) != want {
			t.Errorf("%q: %d positions, %v; want %d", text, len(p.Positions), err, want)
		}
		if again, err := krieg.ParseProblem(t.Context(), p.String()); err != nil || !reflect.DeepEqual(again.Positions, p.Positions) {
			t.Errorf("%q: written and read again: %v\n%v", text, err, p.String())
		}
	}
}

func TestParseProblemErrors(t *testing.T) {
	for text, want := range map[string]string{
		"me: 8/8/8/8/8/8/8/K7\nopp: k":         "line 2: \"k\" is not a man",
		"me: 8/8/8/8/8/8/8/K7\nopp: x@a1":      "no kind of man \"x\"",
		"me: 8/8/8/8/8/8/8/K7\nopp: k@{a1,z9}": "is not a place",
		"me: 8/8/8/8/8/8/8/K7\nopp: k@a1,b2":   "is not a place",
		"me: 8/8/8/8/8/8/8/Kk6":                "men of both sides",
		"me: 8/8/8/8/8/8/8/8":                  "no men",
		"me: 9/8":                              "line 1: column 1",
		"you: 8":                               "unknown key \"you\"",
		"mate in 2":                            "lines are \"key: value\"",
		"goal: win":                            "write mate in N",
		"last: captures=99":                    "0 to 15",
		"last: weather=fine":                   "unknown fact",
		"last: castling=XY":                    "letters of KQkq",
		"to move: green":                       "not a side",
		"ruleset: blind":                       "no ruleset",
		"":                                     "there is no position",
		"belief:\n 4k3/8/8/8/8/8/8/4K3\n 4k3/8/8/8/8/8/8/4K3":     "listed twice",
		"belief:\n 4k3/8/8/8/8/8/8/4K3\n 4k3/8/8/8/8/8/8/3K4":     "my own men",
		"belief:\n 0.5 4k3/8/8/8/8/8/8/4K3\n 3k4/8/8/8/8/8/8/K7":  "a weight, or none",
		"belief:\n -1 4k3/8/8/8/8/8/8/4K3":                        "must be positive",
		"belief:\n 4k3/8/8/8/8/8/8/4K3 b":                         "black is to move, want white",
		"me: 8/8/8/8/8/8/8/K7\nopp: k@* q@* q@* q@* q@* q@*":      "more than 1000000 positions",
		"me: 8/8/8/8/8/8/8/K7\nopp:" + strings.Repeat(" p@*", 17): "more than 16 men",
	} {
		if testing.Short() && strings.Contains(want, "1000000") {
			continue // it takes a million positions to be refused
		}
		if _, err := krieg.ParseProblem(t.Context(), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func TestWeights(t *testing.T) {
	p, err := krieg.ParseProblem(t.Context(), "belief:\n 0.25 4k3/8/8/8/8/8/8/4K2R\n 0.75 3k4/8/8/8/8/8/8/4K2R\nhistory: game.kpgn\n")
	if err != nil || !reflect.DeepEqual(p.Weights, []float64{0.25, 0.75}) || p.History != "game.kpgn" {
		t.Errorf("%+v, %v", p, err)
	}
	if again, err := krieg.ParseProblem(t.Context(), p.String()); err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("written and read again: %+v, %v", again, err)
	}
}

func FuzzParseProblem(f *testing.F) {
	f.Add(anderson1)
	f.Add("me: 8/8/8/8/8/8/8/K7\nopp: k@{h8,b1} ?p@rank2\nlast: captures=14 castling=- ep=-\n")
	f.Add("to move: black\nbelief:\n  0.5 4k3/8/8/8/8/8/8/4K2R\n  0.5 3k4/8/8/8/8/8/8/4K2R\ngoal: mate in 3")
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Count(s, "@") > 4 {
			return // expansion is limited, but a million positions are slow to fuzz
		}
		p, err := krieg.ParseProblem(t.Context(), s)
		if err != nil || len(p.Positions) > 1000 {
			return
		}
		again, err := krieg.ParseProblem(t.Context(), p.String())
		if err != nil || again.String() != p.String() {
			t.Errorf("%v: %q writes\n%s", err, s, p.String())
		}
	})
}

// TestModel checks that the powers of a model agree with each other on random states.
func TestModel(t *testing.T) {
	r := newRand(14)
	for i := range 300 {
		rules := krieg.Rulesets()[i%7]
		g := play(r, rules, start(r, t), r.IntN(30))
		s := g.State()
		m := &krieg.Model{Rules: rules, Me: krieg.Color(r.IntN(2)), Starts: []krieg.Position{s.Pos}}
		actions := m.AppendActions(nil, &s)
		if (len(actions) == 0) != (s.Over != krieg.Running) || (m.Status(&s) == veil.Open) != (s.Over == krieg.Running) {
			t.Fatalf("%v: %d actions, over %v, status %v", &s.Pos, len(actions), s.Over, m.Status(&s))
		}
		for _, a := range actions {
			checkOutcomes(t, m, s, a)
		}
	}
}

func checkOutcomes(t *testing.T, m *krieg.Model, s krieg.State, a krieg.Action) {
	t.Helper()
	outcomes := m.AppendOutcomes(nil, &s, a)
	total := 0.0
	for _, o := range outcomes {
		total += o.P
		if m.Rejected(o.Seen) != (o.State.Pos == s.Pos) {
			t.Fatalf("%v, %v: rejected %v", &s.Pos, a, m.Rejected(o.Seen))
		}
	}
	if math.Abs(total-1) > 1e-12 {
		t.Fatalf("%v, %v: probabilities sum to %v", &s.Pos, a, total)
	}
	next := s
	o, _, _ := m.Step(newRand(1), &next, a)
	found := false
	for _, want := range outcomes {
		found = found || want.State == next && want.Seen == o
	}
	if !found {
		t.Fatalf("%v, %v: a step led to %v, %v, which is no outcome", &s.Pos, a, &next.Pos, o)
	}
	if a == krieg.Wait {
		replies := m.AppendReplies(nil, &s)
		if len(replies) != len(outcomes) {
			t.Fatalf("%v: %d replies, %d outcomes", &s.Pos, len(replies), len(outcomes))
		}
	}
}

// TestZeroModel is White before the first move.
func TestZeroModel(t *testing.T) {
	var m krieg.Model
	s := m.Start(newRand(1))
	if s.Pos != chess.Start() || len(m.AppendActions(nil, &s)) != 34 { // 20 moves and 14 captures
		t.Errorf("%v has %d actions", &s.Pos, len(m.AppendActions(nil, &s)))
	}
	if starts := m.AppendStarts(nil); len(starts) != 1 || starts[0].P != 1 {
		t.Errorf("starts %v", starts)
	}
}

// TestMarkBeforeLog: a log that a program for Windows saved is read.
func TestMarkBeforeLog(t *testing.T) {
	if h, err := krieg.ParseLog("\uFEFFruleset english\r\nW e2e4 yes\r\nB moved\r\n"); err != nil || len(h.Events) != 2 {
		t.Errorf("%+v, %v", h, err)
	}
}
