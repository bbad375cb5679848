// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

type kriegRules = proof.Rules[krieg.State, krieg.Action, krieg.Percept]

func boards(t *testing.T, p *krieg.Problem) (kriegRules, []krieg.State) {
	t.Helper()
	m := p.Model()
	var b []krieg.State
	for _, w := range m.AppendStarts(nil) {
		b = append(b, w.State)
	}
	return m, b
}

// keysOf returns the first tries that force mate, each with its plan checked.
func keysOf(t *testing.T, p *krieg.Problem) []string {
	t.Helper()
	m, b := boards(t, p)
	keys, err := andor.Keys(t.Context(), m, b, 2*p.Moves-1, andor.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range keys {
		if k.Verdict != andor.Proved {
			continue
		}
		if _, err := proof.Check(t.Context(), m, b, k.Plan); err != nil {
			t.Error(err)
		}
		names = append(names, k.Try.String())
	}
	return names
}

func TestKriegspielSamples(t *testing.T) {
	for _, c := range []struct{ name, text, key string }{
		{"anderson1", "ruleset: english\nto move: white\nme: 8/7B/8/2K5/2N5/8/8/1R6\nopp: k@a4 q|r|b|n@e1\ngoal: mate in 2\n", "b1a1"},
		{"dawson3190", "ruleset: berkeley\nto move: white\nme: 1B1N4/3N3Q/8/3P4/P5P1/1KP5/3P1P2/6R1\nopp: k@{a8,a6,c8,e8,e2,g5} p@a5 p@f3\ngoal: mate in 2\n", "d7f6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := krieg.ParseProblem(t.Context(), c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := keysOf(t, &p); len(got) != 1 || got[0] != c.key {
				t.Errorf("keys %v, want only %s", got, c.key)
			}
		})
	}
}
