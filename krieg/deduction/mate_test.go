// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/selfplay"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

const (
	anderson1  = "ruleset: english\nto move: white\nme: 8/7B/8/2K5/2N5/8/8/1R6\nopp: k@a4 q|r|b|n@e1\ngoal: mate in 2\n"
	dawson3190 = "ruleset: english\nto move: white\nme: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\n" +
		"opp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3\ngoal: mate in 2\n"
	// tries has boards with and without a capture by a pawn: under Wild 16 the player
	// knows which before he moves.
	tries = "ruleset: wild16\nto move: white\nme: 8/8/8/8/8/5KQ1/1P6/8\nopp: k@h1 p@{c3,h6}\n"
)

// read returns the belief of a text.
func read(t testing.TB, text string) *krieg.Belief {
	t.Helper()
	s, err := krieg.Reader{}.Read(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return s.Belief
}

func answer(t testing.TB, text string, plies int, o deduction.Options) *deduction.Answer {
	t.Helper()
	a, err := deduction.Solve(context.Background(), deduction.Exactly(read(t, text)), plies, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// document solves a question and writes the document of the answer.
func document(t testing.TB, text string, plies int) *deduction.Document {
	t.Helper()
	a := answer(t, text, plies, deduction.Options{Config: andor.Config{Beliefs: true, Refutation: 10_000}})
	d, err := deduction.NewDocument(text, nil, a)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSamples solves two published problems: each has one key.
func TestSamples(t *testing.T) {
	for text, key := range map[string]string{anderson1: "b1a1", dawson3190: "d7f6"} {
		a := answer(t, text, 5, deduction.Options{Keys: true})
		c := &a.Cases[0]
		if a.Verdict != andor.Proved || a.Moves() != 2 || len(a.Cases) != 1 || len(c.Keys) != 1 || !c.All || c.Keys[0].String() != key {
			t.Errorf("%v in %d, keys %v, all %v; want only %s", a.Verdict, a.Moves(), c.Keys, c.All, key)
		}
		if none := answer(t, text, 1, deduction.Options{}); none.Verdict != andor.Disproved || none.Moves() != 1 {
			t.Errorf("in one: %v", none.Verdict)
		}
	}
}

// TestCases divides typed boards by what the referee has announced.
func TestCases(t *testing.T) {
	a := answer(t, tries, 1, deduction.Options{})
	if len(a.Cases) != 2 || a.Boards() != 2 || a.Cases[0].Announced.Tries != 0 || a.Cases[1].Announced.Tries != 1 {
		t.Fatalf("%d cases: %+v", len(a.Cases), a.Cases)
	}
	if a.Verdict != andor.Proved {
		t.Errorf("%v, want Qg2# in both cases", a.Verdict)
	}
	if berkeley := answer(t, strings.Replace(tries, "wild16", "berkeley", 1), 1, deduction.Options{}); len(berkeley.Cases) != 1 {
		t.Errorf("%d cases under rules that announce no pawn tries", len(berkeley.Cases))
	}
}

func TestSearchLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for want, ask := range map[error]func() (*deduction.Answer, error){
		andor.ErrNodes: func() (*deduction.Answer, error) {
			return deduction.Solve(t.Context(), deduction.Exactly(read(t, dawson3190)), 3, deduction.Options{Config: andor.Config{Nodes: 3}})
		},
		andor.ErrMemory: func() (*deduction.Answer, error) {
			return deduction.Solve(t.Context(), deduction.Exactly(read(t, dawson3190)), 3, deduction.Options{Config: andor.Config{Memory: 1000}})
		},
		context.Canceled: func() (*deduction.Answer, error) {
			return deduction.Solve(cancelled, deduction.Exactly(read(t, dawson3190)), 3, deduction.Options{})
		},
	} {
		a, err := ask()
		if err != nil || a.Verdict != andor.Unknown || !errors.Is(a.Cut, want) {
			t.Errorf("%v: %+v, %v", want, a, err)
			continue
		}
		if _, err := deduction.NewDocument(dawson3190, nil, a); !errors.Is(err, deduction.ErrOpen) {
			t.Errorf("%v: a document of nothing: %v", want, err)
		}
	}
}

func TestNearMiss(t *testing.T) {
	a := answer(t, dawson3190, 1, deduction.Options{Near: true})
	c := &a.Cases[0]
	if c.Near == nil || c.Near.Winnable != 2 || len(c.Near.Of) != 1 { // Qh5# on g5, Bc7# on a8 or c8 needs another try
		t.Errorf("%+v", c.Near)
	}
}

func TestDocument(t *testing.T) {
	for _, c := range []struct {
		text    string
		plies   int
		verdict string
	}{{anderson1, 3, deduction.Forced}, {dawson3190, 3, deduction.Forced}, {tries, 1, deduction.Forced}, {dawson3190, 1, deduction.NotForced}} {
		var text bytes.Buffer
		if err := json.NewEncoder(&text).Encode(document(t, c.text, c.plies)); err != nil {
			t.Fatal(err)
		}
		d, err := deduction.ReadDocument(&text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Check(t.Context(), 0)
		if err != nil || got.Verdict != c.verdict || !got.Proved || got.Boards == 0 {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

// TestDamagedDocuments changes documents in every way a person could think of first.
func TestDamagedDocuments(t *testing.T) {
	for name, damage := range map[string]func(d *deduction.Document){
		"another question": func(d *deduction.Document) { d.Question = strings.Replace(d.Question, "c8", "b5", 1) },
		"fewer boards":     func(d *deduction.Document) { d.Question = strings.Replace(d.Question, ",c8", "", 1) },
		"other rules":      func(d *deduction.Document) { d.Rules = "wild16" },
		"fewer plies":      func(d *deduction.Document) { d.Plies = 1 },
		"no plan":          func(d *deduction.Document) { d.Cases[0].Plan = nil },
		"a shorter plan":   func(d *deduction.Document) { d.Cases[0].Plan.Plies = 1 },
		"another try":      func(d *deduction.Document) { d.Cases[0].Plan.Nodes[0].Try = "d7b6" },
		"a wrong count":    func(d *deduction.Document) { d.Cases[0].Plan.Nodes[1].Count++ },
		"a missing branch": func(d *deduction.Document) {
			d.Cases[0].Plan.Nodes[0].Branches = d.Cases[0].Plan.Nodes[0].Branches[1:]
		},
		"the other verdict":  func(d *deduction.Document) { d.Verdict = "draw" },
		"one case too many":  func(d *deduction.Document) { d.Cases = append(d.Cases, d.Cases[0]) },
		"the wrong heading":  func(d *deduction.Document) { d.Cases[0].Announced = "yes check file" },
		"the wrong boards":   func(d *deduction.Document) { d.Cases[0].Boards = 5 },
		"a plan and its end": func(d *deduction.Document) { d.Cases[0].Refutation = &proof.Refutation{Plies: 3} },
	} {
		d := document(t, dawson3190, 3)
		damage(d)
		if got, err := d.Check(t.Context(), 0); !errors.Is(err, proof.ErrRejected) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// selfPlayed returns beliefs that came up in games, under a ruleset.
func selfPlayed(t *testing.T, rules krieg.Rules, n int) []*krieg.Belief {
	t.Helper()
	var list []*krieg.Belief
	g := selfplay.Generator{Rules: rules, Min: 2, Max: 12, Cap: 500}
	g.Keep = func(_ *krieg.History, b *krieg.Belief) bool {
		list = append(list, b)
		return true
	}
	for i := uint64(0); len(list) < n; i++ {
		if _, err := g.Game(t.Context(), 11, i); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// TestDocumentsOfGames solves what comes up in games under every ruleset and checks the
// documents, and damages them.
func TestDocumentsOfGames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	total := map[string]int{}
	for _, rules := range krieg.Rulesets() {
		verdicts := map[string]int{}
		for _, b := range selfPlayed(t, rules, 12) {
			a, err := deduction.Solve(t.Context(), deduction.Exactly(b), 3, deduction.Options{Config: andor.Config{Refutation: 5_000, States: 500_000}})
			if err != nil {
				t.Fatal(err)
			}
			p := krieg.Problem{Rules: b.Rules(), Me: b.Me(), ToMove: b.ToMove()}
			for board := range b.Boards() {
				p.Positions = append(p.Positions, board)
			}
			d, err := deduction.NewDocument(p.String(), nil, a)
			if err != nil {
				continue // not known
			}
			verdicts[d.Verdict]++
			if _, err := d.Check(t.Context(), 0); err != nil {
				t.Errorf("%v: %v\n%s", rules, err, d.Question)
			}
			if plan := d.Cases[0].Plan; plan != nil {
				plan.Nodes[r.IntN(len(plan.Nodes))].Count += 1 + r.IntN(3)
				if _, err := d.Check(t.Context(), 0); !errors.Is(err, proof.ErrRejected) {
					t.Errorf("%v: a damaged plan was accepted: %v", rules, err)
				}
			}
		}
		for v, n := range verdicts {
			total[v] += n
		}
	}
	if total[deduction.Forced] < 5 || total[deduction.NotForced] < 20 {
		t.Errorf("verdicts %v", total)
	}
}

func TestText(t *testing.T) {
	d := document(t, anderson1, 3)
	m, cases, err := d.Read(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := deduction.WriteText(&out, m, &cases[0], d.Cases[0].Plan, nil); err != nil {
		t.Fatal(err)
	}
	want := `1. Ra1+   legal in all 4; referee: "check on the file"
   ├─ silence    4 positions   2. Ra3#   king on b3
   └─ takes a1   2 positions   2. Bc2#   king on a4
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

func FuzzReadDocument(f *testing.F) {
	for _, text := range []string{anderson1, tries} {
		b, err := json.Marshal(document(f, text, 3))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := deduction.ReadDocument(bytes.NewReader(text))
		if err != nil || strings.Count(d.Question, "@") > 4 || len(d.Question) > 1000 {
			return
		}
		if _, err := d.Check(t.Context(), 200); err != nil {
			return
		}
		m, cases, err := d.Read(t.Context(), 200)
		if err != nil {
			t.Fatal("checked, but not readable", err)
		}
		for i := range cases {
			if p := d.Cases[i].Plan; p != nil {
				if err := errors.Join(deduction.WriteText(&bytes.Buffer{}, m, &cases[i], p, nil), deduction.WritePGN(&bytes.Buffer{}, m, &cases[i], p)); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
