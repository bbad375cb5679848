// SPDX-License-Identifier: BSD-3-Clause

package krieg_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
)

// TestReadSituation reads the same belief from every spelling of a history.
func TestReadSituation(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 0))
	for i := range 60 {
		h := play(r, krieg.Rulesets()[i%7], start(r, t), 6).History()
		me := krieg.Color(i % 2)
		h = h.Filter(me)
		want, err := krieg.Estimate(t.Context(), &h, krieg.Limits{Boards: 3_000})
		if errors.Is(err, veil.ErrTooHard) {
			continue
		}
		open := func(name string) (string, error) {
			if name != "game.log" {
				t.Errorf("opened %q", name)
			}
			return h.Log(), nil
		}
		for format, text := range map[krieg.Format]string{
			krieg.FormatLog: h.Log(), krieg.FormatPGN: h.PGN(), krieg.FormatKS: "history: game.log\ngoal: mate in 3\n",
		} {
			if got := krieg.Recognise(text); got != format {
				t.Fatalf("%s was taken for %s:\n%s", format, got, text)
			}
			s, err := krieg.Reader{Open: open}.Read(t.Context(), text)
			if err != nil || s.Belief.Len() != want.Len() || s.Belief.Me() != me || (s.Moves == 3) != (format == krieg.FormatKS) {
				t.Fatalf("%s: %+v, %v\n%s", format, s, err, text)
			}
		}
		if _, err := (krieg.Reader{Limits: krieg.Limits{Boards: want.Len()}}).Read(t.Context(), h.Log()); err != nil && !errors.Is(err, veil.ErrTooHard) {
			t.Error(err)
		}
	}
	if _, err := (krieg.Reader{}).Read(t.Context(), "history: x\n"); !errors.Is(err, krieg.ErrUnread) {
		t.Errorf("a history that cannot be read: %v", err)
	}
}

// TestCases: a check that no pawn can parry hides its captures, so there are three cases
// under rules that announce them. The boards of a case agree in what was announced, and all are there.
func TestCases(t *testing.T) {
	const text = "to move: white\nme: 8/8/8/8/8/5K2/1P6/8\nopp: k@h1 ?p@{c3,a3} ?r@{f8,a1}\n"
	for _, rules := range krieg.Rulesets() {
		s, err := krieg.Reader{Rules: &rules}.Read(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := s.Belief.Cases(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, c := range cases {
			n += len(c.States)
			for _, state := range c.States {
				if got := rules.Announcement(&state.Pos); got != c.Announced {
					t.Errorf("%v: %v announces %q in the case %q", rules, &state.Pos, got.Describe(rules), c.Announced.Describe(rules))
				}
			}
		}
		if want := map[bool]int{true: 2, false: 3}[rules.PawnTries == krieg.NoTries]; n != s.Belief.Len() || len(cases) != want {
			t.Errorf("%v: %d cases of %d boards, want %d of %d", rules, len(cases), n, want, s.Belief.Len())
		}
	}
	s, err := krieg.Reader{}.Read(t.Context(), strings.Replace(text, "white", "black", 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Belief.Cases(t.Context()); err == nil {
		t.Error("cases on the other side's turn")
	}
}

// TestWordsAreDifferent: different percepts of a ruleset have different words, in the log
// and in prose.
func TestWordsAreDifferent(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 0))
	for _, rules := range krieg.Rulesets() {
		words := map[string]krieg.Percept{}
		for range 40 {
			for _, e := range play(r, rules, start(r, t), 60).History().Events {
				said := e.Heard.Words(rules)
				if other, ok := words[said]; ok && other != e.Heard {
					t.Fatalf("%v: %q stands for %q and for %q", rules, said, e.Heard.Describe(rules), other.Describe(rules))
				}
				words[said] = e.Heard
			}
		}
	}
}

// TestStateNames reads what is written.
func TestStateNames(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 0))
	over, asked := 0, 0
	for i := range 400 {
		rules := krieg.Rulesets()[i%7]
		s := play(r, rules, start(r, t), r.IntN(120)).State()
		m := krieg.Model{Rules: rules}
		got, err := krieg.ParseState(m.NameState(&s))
		if err != nil || got != s {
			t.Fatalf("%+v, %v, want %+v", got, err, s)
		}
		if s.Over != krieg.Running {
			over++
		}
		if s.Asked != krieg.NotAsked {
			asked++
		}
	}
	if over == 0 || asked == 0 {
		t.Errorf("%d states were over, %d with a question", over, asked)
	}
	if _, err := krieg.ParseState("nonsense"); err == nil {
		t.Error("nonsense was read")
	}
}
