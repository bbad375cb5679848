// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"bytes"
	"strings"
	"testing"

	oracle "github.com/corentings/chess/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/search/andor"
)

// TestPGN reads the PGN form of plans with a program that is not ours. Every line must be
// legal chess that ends in mate, and there must be a line for every reply.
func TestPGN(t *testing.T) {
	lines := 0
	for _, text := range []string{anderson1, dawson3190, tries} {
		lines += checkPGN(t, read(t, text), 3)
	}
	for _, rules := range []krieg.Rules{krieg.Berkeley(), krieg.English()} {
		for _, b := range selfPlayed(t, rules, 40) {
			lines += checkPGN(t, b, 5)
		}
	}
	if lines < 200 {
		t.Errorf("only %d lines", lines)
	}
}

// checkPGN solves a belief and returns how many lines the PGN of its plans has.
func checkPGN(t *testing.T, b *krieg.Belief, plies int) int {
	t.Helper()
	a, err := deduction.Solve(t.Context(), deduction.Exactly(b), plies, deduction.Options{Config: andor.Config{States: 500_000}})
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for i := range a.Cases {
		c := &a.Cases[i]
		if c.Plan == nil {
			continue
		}
		var out bytes.Buffer
		if err := deduction.WritePGN(&out, &krieg.Model{Rules: a.Rules, Me: a.Me}, &c.Case, c.Plan); err != nil {
			t.Fatal(err)
		}
		games := strings.SplitAfter(strings.TrimSpace(out.String()), "1-0\n")
		if len(games) != len(c.States) {
			t.Fatalf("%d games for %d boards:\n%s", len(games), len(c.States), &out)
		}
		for _, game := range games {
			lines += checkLines(t, game)
		}
	}
	return lines
}

// checkLines reads one game and returns the number of its lines.
func checkLines(t *testing.T, text string) int {
	t.Helper()
	read, err := oracle.PGN(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lines := oracle.NewGame(read).Split()
	for _, g := range lines {
		if g.Position().Status() != oracle.Checkmate {
			t.Fatalf("%v ends %v with %v\n%s", g, g.Position(), g.Position().Status(), text)
		}
	}
	if mates := strings.Count(text, "#"); mates != len(lines) {
		t.Fatalf("%d lines, %d mates\n%s", len(lines), mates, text)
	}
	return len(lines)
}
