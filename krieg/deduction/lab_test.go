// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
)

// Two published problems: G. F. Anderson, and T. R. Dawson, Fairy Chess Review 3190.
const (
	anderson = "ruleset: english\nto move: white\nme:   8/7B/8/2K5/2N5/8/8/1R6\nopp:  k@a4  q|r|b|n@e1\ngoal: mate in 2\n"
	dawson   = "ruleset: english\nme: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\nopp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3\ngoal: mate in 2\n"
	game     = "ruleset berkeley\nW e2e4 yes\nB moved\n\nW d2d4 yes # a comment\nB takes e4\n"
)

func input(text string) api.KriegInput { return api.KriegInput{Text: text} }

func believe(t *testing.T, q api.KriegBeliefQuestion) *api.KriegBelief {
	t.Helper()
	doc, err := (&deduction.Service{}).Belief(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestBelief(t *testing.T) {
	doc := believe(t, api.KriegBeliefQuestion{Position: input(dawson), Piece: "k", List: 4, From: 3, Tries: true})
	if doc.Positions != 6 || math.Abs(doc.Bits-math.Log2(6)) > 1e-12 || len(doc.Boards) != 3 || doc.From != 3 || doc.Goal != 2 {
		t.Errorf("%d positions, %v bits, %d boards from %d, goal %d", doc.Positions, doc.Bits, len(doc.Boards), doc.From, doc.Goal)
	}
	if len(doc.Heat) != 1 || len(doc.Heat["k"]) != 6 || math.Abs(doc.Heat["k"]["e8"]-1.0/6) > 1e-12 {
		t.Errorf("heat %v", doc.Heat)
	}
	for _, try := range doc.Tries {
		if try.Name == "Nf6" && try.Refused == 0 && math.Abs(try.Bits-(math.Log2(6)-5*math.Log2(5)/6)) < 1e-12 {
			return // a knight's check in one of six
		}
	}
	t.Errorf("Nf6 is not among the tries: %+v", doc.Tries)
}

// TestTries compares the list with the answer about each try.
func TestTries(t *testing.T) {
	for _, text := range []string{anderson, dawson, game} {
		service := &deduction.Service{}
		for _, try := range believe(t, api.KriegBeliefQuestion{Position: input(text), Tries: true}).Tries {
			why, err := service.Why(t.Context(), api.KriegWhyQuestion{Position: input(text), Try: try.Try})
			if err != nil {
				t.Fatal(err)
			}
			boards, refused, bits := 0, 0, 0.0
			for _, c := range why.Cases {
				boards += c.Boards
				bits += c.Bits * float64(c.Boards)
				for _, h := range c.Heard {
					if h.Heard == "no" {
						refused += h.Boards
					}
				}
			}
			if refused != try.Refused || math.Abs(bits/float64(boards)-try.Bits) > 1e-9 || math.Abs(try.Illegal-float64(refused)/float64(boards)) > 1e-12 {
				t.Errorf("%s: %+v, but %d refused of %d, %v bits", text, try, refused, boards, bits)
			}
		}
	}
}

// TestWeights: every percentage uses the weights, and says which.
func TestWeights(t *testing.T) {
	in := api.KriegInput{Text: game, Weights: "random"}
	doc := believe(t, api.KriegBeliefQuestion{Position: in, List: 10, Tries: true})
	// Black took on e4 after d7-d5, f7-f5 or Ng8-f6; he had 28, 21 and 22 moves then.
	want := map[string]float64{"d": 1.0 / 28, "f": 1.0 / 21, "n": 1.0 / 22}
	total := want["d"] + want["f"] + want["n"]
	if doc.Weights != "random" || math.Abs(doc.Heat["n"]["e4"]-want["n"]/total) > 1e-12 || len(doc.Shares) != 3 {
		t.Errorf("%s: knight on e4 %v, want %v", doc.Weights, doc.Heat["n"]["e4"], want["n"]/total)
	}
	why, err := (&deduction.Service{}).Why(t.Context(), api.KriegWhyQuestion{Position: in, Try: "b1c3"})
	if err != nil {
		t.Fatal(err)
	}
	for _, try := range doc.Tries {
		if try.Try == "b1c3" && math.Abs(try.Bits-why.Cases[0].Bits) > 1e-12 {
			t.Errorf("%+v, but %+v", try, why.Cases[0])
		}
	}
	in.Text = dawson
	if _, err := (&deduction.Service{}).Belief(t.Context(), api.KriegBeliefQuestion{Position: in}); api.ProblemOf(err).Type != api.Impossible {
		t.Errorf("a position without a history: %v", err)
	}
}

// TestLines: what each line did, and on which line it stands.
func TestLines(t *testing.T) {
	got := believe(t, api.KriegBeliefQuestion{Position: input(game)}).Events
	step := func(event string, positions, out, line int) api.KriegStep {
		return api.KriegStep{Event: event, Positions: positions, RuledOut: out, Line: line}
	}
	want := []api.KriegStep{step("W e2e4 yes", 1, 0, 2), step("B moved", 20, 0, 3), step("W d2d4 yes", 20, 0, 5), step("B takes e4", 3, 17, 6)}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

// TestContradiction: the line is named, and what could have been heard there.
func TestContradiction(t *testing.T) {
	for _, test := range []struct {
		text   string
		line   int
		reason string
	}{
		{"ruleset berkeley\n# heard badly\nW e2e4 yes\nB takes e4\n", 4, "Line 4 cannot be right, whatever else was heard. Could be heard here: silence."},
		{"ruleset berkeley\nW e2e4 yes\nB moved\nW d2d4 no\n", 4, "Line 4 cannot be right, whatever else was heard. Could be heard here: silence."},
		{"ruleset english\nW e2e4 yes\nB moved\nW any? yes\nW e4d5 no\nW e4f5 no\n", 6, "Lines 4, 5 and 6 cannot all be right; without any one of them the others can. Could be heard here: takes f5."},
		{"ruleset berkeley\nW e2e4 yes\nW d2d4 yes\n", 3, ""},
		{"ruleset berkeley\nW e2e4 yes\nB moved check rank\n", 3, "Line 3 cannot be right, whatever else was heard. Could be heard here: silence."},
	} {
		_, err := (&deduction.Service{}).Belief(t.Context(), api.KriegBeliefQuestion{Position: input(test.text)})
		p := api.ProblemOf(err)
		if p.Type != api.Contradictory || p.Line != test.line || strings.Join(p.Reason, " ") != test.reason {
			t.Errorf("%q: %s in line %d, %q: %v", test.text, p.Type, p.Line, p.Reason, p)
		}
	}
}

// TestWhatIf compares the verdict on every first try with that of the search for keys, which
// knows nothing of branches.
func TestWhatIf(t *testing.T) {
	for _, text := range []string{anderson, dawson} {
		s, err := krieg.Reader{}.Read(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := s.Belief.Cases(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		m := &krieg.Model{Rules: s.Belief.Rules(), Me: s.Belief.Me()}
		keys, err := andor.Keys(t.Context(), deduction.Rules(m), cases[0].States, 3, andor.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range keys {
			w, err := deduction.Try(t.Context(), m, cases[0].States, 3, k.Try, andor.Config{})
			if err != nil || w.Verdict != k.Verdict {
				t.Errorf("%v: %v, %v, but as a key %v", k.Try, w, err, k.Verdict)
			}
		}
	}
}

// TestProof walks from the question to the check, as a page does.
func TestProof(t *testing.T) {
	service := &deduction.Service{}
	doc, err := service.Mate(t.Context(), api.KriegMateQuestion{Position: input(dawson)}, nil)
	if err != nil || doc.Verdict != "mate" || doc.Moves != 2 || len(doc.Cases) != 1 || strings.Join(doc.Cases[0].Keys, " ") != "d7f6" {
		t.Fatalf("%+v, %v", doc, err)
	}
	c := doc.Cases[0]
	if len(c.Told) != len(c.Plan.Nodes) || c.Told[0].Try != "Nf6" || len(c.Told[0].Heard) != len(c.Plan.Nodes[0].Branches) {
		t.Errorf("told %+v", c.Told)
	}
	p := api.KriegProof{
		Schema: "krieg.proof/1", Question: dawson, Plies: doc.Plies, Verdict: doc.Verdict,
		Cases: []api.KriegProved{{Announced: c.Announced, Boards: c.Boards, Plan: c.Plan}},
	}
	check, err := service.Check(t.Context(), api.KriegCheckQuestion{Proof: p})
	if err != nil || !check.Holds || check.Nodes != len(c.Plan.Nodes) {
		t.Errorf("%+v, %v", check, err)
	}
	text, err := service.Print(t.Context(), api.KriegPrintQuestion{Proof: p, As: "text"})
	if err != nil || !strings.HasPrefix(text.Text, "1. Nf6") {
		t.Errorf("%+v, %v", text, err)
	}
	p.Cases[0].Plan.Nodes[1].Try = "a4a5"
	if check, err = service.Check(t.Context(), api.KriegCheckQuestion{Proof: p}); err != nil || check.Holds || check.Why == "" {
		t.Errorf("a wrong plan: %+v, %v", check, err)
	}
}

// TestLimits: too much is refused, but a history that fits too many boards is still followed.
func TestLimits(t *testing.T) {
	service := &deduction.Service{Limits: api.Limits{Boards: 10, Text: 300, Turns: 4}}
	for text, want := range map[string]string{
		strings.Repeat("#", 301):    api.TooLarge,
		"ruleset: chess\n":          api.Malformed,
		"ruleset: english\nme: 8\n": api.Malformed,
	} {
		_, err := service.Belief(t.Context(), api.KriegBeliefQuestion{Position: input(text)})
		if p := api.ProblemOf(err); p.Type != want {
			t.Errorf("%q: %v, want %s", text, p, want)
		}
	}
	doc, err := service.Belief(t.Context(), api.KriegBeliefQuestion{Position: input(game), Sample: 2})
	if err != nil || doc.Rules != "berkeley" || len(doc.Boards) != 2 {
		t.Errorf("%+v, %v", doc, err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := service.Belief(stopped, api.KriegBeliefQuestion{Position: input(game)}); api.ProblemOf(err).Type != api.Cancelled {
		t.Errorf("stopped: %v", err)
	}
}

// FuzzAsk: whatever is asked, there is an answer that names its schema.
func FuzzAsk(f *testing.F) {
	for _, q := range []any{
		map[string]any{"ask": "krieg.belief", "position": input(game), "list": 3, "tries": true},
		map[string]any{"ask": "krieg.why", "position": input(anderson), "try": "Ra1"},
		map[string]any{"ask": "krieg.mate", "position": input(anderson), "plies": 1},
		map[string]any{"ask": "krieg.whatif", "rules": "english", "me": "white", "try": "Bc2", "plies": 1, "states": []string{"8/7B/8/2K5/k1N5/8/8/1R2q3 w - - 0 1"}},
		map[string]any{"ask": "krieg.check", "proof": map[string]any{"schema": "krieg.proof/1", "question": anderson, "verdict": "mate", "cases": []any{}}},
		map[string]any{"ask": "krieg.print", "as": "pgn", "proof": map[string]any{"schema": "krieg.proof/1", "question": anderson, "cases": []any{map[string]any{"plan": map[string]any{"nodes": []any{}}}}}},
	} {
		f.Add(string(api.Encode(q)))
	}
	verbs := (&deduction.Service{Limits: api.Limits{Boards: 200, Time: 1e9, Nodes: 1000}}).Verbs()
	f.Fuzz(func(t *testing.T, question string) {
		judge := func(doc []byte) {
			var head struct{ Schema, Type string }
			if err := json.Unmarshal(doc, &head); err != nil || head.Schema == "" || head.Type == api.Internal {
				t.Errorf("%v: %s", err, doc)
			}
		}
		judge(verbs.Ask(t.Context(), []byte(question), judge))
	})
}
