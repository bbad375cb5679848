// SPDX-License-Identifier: BSD-3-Clause

package referee_test

import (
	"os"
	"strings"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/referee"
)

// refereeCase is one case of testdata/referee.txt.
type refereeCase struct {
	name, fen string
	rules     []string
	actions   []string
	answers   []map[string]string
}

func readCases(t *testing.T) []refereeCase {
	t.Helper()
	text, err := os.ReadFile("testdata/referee.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range krieg.Rulesets() {
		all = append(all, r.Name)
	}
	var cases []refereeCase
	for line := range strings.Lines(string(text)) {
		answer := strings.HasPrefix(line, "\t")
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		last := len(cases) - 1
		switch {
		case line == "" || line[0] == '#':
		case answer:
			c := &cases[last]
			names, said, _ := strings.Cut(line, ": ")
			for name := range strings.FieldsSeq(names) {
				c.answers[len(c.answers)-1][name] = said
			}
		case word == "case":
			cases = append(cases, refereeCase{name: rest, rules: all})
		case word == "fen":
			cases[last].fen = rest
		case word == "only":
			cases[last].rules = strings.Fields(rest)
		default:
			cases[last].actions = append(cases[last].actions, word)
			cases[last].answers = append(cases[last].answers, map[string]string{})
		}
	}
	return cases
}

func TestReferee(t *testing.T) {
	checked := 0
	for _, c := range readCases(t) {
		for _, name := range c.rules {
			rules, err := krieg.RulesNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			start, err := chess.ParseFEN(c.fen)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			g := referee.NewGame(rules, start)
			for i, text := range c.actions {
				want, ok := c.answers[i][name]
				if !ok {
					want = c.answers[i]["others"]
				}
				checked++
				if got := g.Try(action(t, text)).Describe(rules); got != want {
					t.Errorf("%s, %s, %s: %q, want %q", c.name, name, text, got, want)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d answers checked", checked)
	}
	t.Logf("%d answers checked", checked)
}

func action(t *testing.T, s string) krieg.Action {
	t.Helper()
	a, err := krieg.ParseAction(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestDrawsByRepetition plays the knights out and home.
func TestDrawsByRepetition(t *testing.T) {
	round := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, r := range krieg.Rulesets() {
		g := referee.NewGame(r, chess.Start())
		n := 0
		for ; n < 40 && !g.DrawnByRepetition(); n++ {
			if o := g.Try(action(t, round[n%4])); o.Answer != krieg.Yes {
				t.Fatalf("%v: %s answered %v", r, round[n%4], o.Describe(r))
			}
		}
		// The third occurrence of the start comes after 8 moves; three rounds are 12.
		want := map[string]int{"wild16": 8, "english": 12, "dutch": 12}[r.Name]
		if want == 0 {
			want = 40
		}
		if n != want {
			t.Errorf("%v: ended after %d moves, want %d", r, n, want)
		}
	}
}

// TestFiftyMoves lets a rook go round in 13 moves and a king in two, so that the first
// position to come back twice would do so after 52 moves of each side.
func TestFiftyMoves(t *testing.T) {
	p, err := chess.ParseFEN("7k/8/8/8/8/8/8/R6K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := referee.NewGame(krieg.Wild16(), p)
	round := [2][]string{
		{"a1", "a3", "a4", "a5", "a6", "a7", "b7", "b6", "b5", "b4", "b3", "b2", "b1"},
		{"h8", "g8"},
	}
	n := 0
	for ; n < 120 && !g.Over(); n++ {
		path, i := round[n%2], n/2
		m := path[i%len(path)] + path[(i+1)%len(path)]
		if o := g.Try(action(t, m)); o.Answer != krieg.Yes {
			t.Fatalf("move %d: %s was answered %s", n, m, o.Describe(krieg.Wild16()))
		}
	}
	if !g.DrawnByRepetition() || n != 100 {
		t.Errorf("ended after %d moves, want a draw after 100", n)
	}
}
