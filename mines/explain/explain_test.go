// SPDX-License-Identifier: BSD-3-Clause

package explain_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
)

// sketchView reads a board drawn with one character per cell under a WxH/M line.
func sketchView(t *testing.T, text string) mines.View {
	t.Helper()
	head, grid, _ := strings.Cut(strings.TrimSpace(text), "\n")
	var rules mines.Rules
	if _, err := fmt.Sscanf(head, "%dx%d/%d", &rules.Width, &rules.Height, &rules.Mines); err != nil {
		t.Fatalf("%q: %v", head, err)
	}
	v := mines.NewView(rules)
	for i, r := range strings.Join(strings.Fields(grid), "") {
		switch r {
		case '.':
		case '*':
			v.Marks[i] = mines.Mine
		default:
			v.Marks[i] = mines.Mark(r - '0')
		}
	}
	return v
}

func sampleReasoner(t *testing.T, name string) (*explain.Reasoner, mines.View) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "reasons", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return reasonerOf(t, sketchView(t, string(text)))
}

func reasonerOf(t *testing.T, v mines.View) (*explain.Reasoner, mines.View) {
	t.Helper()
	r, err := explain.NewReasoner(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return r, v
}

func spoken(sentences []explain.Sentence) string {
	var lines []string
	for _, s := range sentences {
		lines = append(lines, s.Text)
	}
	return strings.Join(lines, "\n")
}

func TestWallIsExplainedAsSpecified(t *testing.T) {
	r, v := sampleReasoner(t, "wall")
	e, err := r.Explain(v.Cell(0, 2), false)
	if err != nil {
		t.Fatal(err)
	}
	got := e.Verdict.Text + "\n" + spoken(e.Sentences) + "\n" + e.Summary("2 of 2 layouts")
	want := `r1c3 is safe.
The 1 at r2c1 touches only r1c1 and r1c2, so one of them is its mine.
Both also touch the 1 at r2c2, which has room for no other: its third cell, r1c3, must be safe.
uses r2c1, r2c2 · rule: nested pair · 2 of 2 layouts`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	known, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	after, ok := explain.DeadlockOf(known)
	if want := "Afterwards nothing more can be learned (r1c1+r1c4 or r1c2+r1c5): an unavoidable guess, 50.00% exact."; !ok || after.Text != want {
		t.Errorf("got %v %q\nwant %q", ok, after.Text, want)
	}
}

func TestTypedIsExplainedAsSpecified(t *testing.T) {
	r, _ := sampleReasoner(t, "typed")
	e, found, err := r.ExplainConflict()
	if err != nil || !found {
		t.Fatalf("found %v, %v", found, err)
	}
	got := e.Headline.Text + "\n" + spoken(e.Sentences) + "\n" + e.Advice.Text
	want := `r4c1 (2), r4c2 (2) and r4c3 (3) cannot all be right:
r4c1 makes r3c1 and r3c2 mines; then r4c2 makes r3c3 safe; but r4c3 needs r3c3 to be a mine.
Check these three numbers first.`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The reasons below were worked out by hand on small boards.
func TestReasonsByHand(t *testing.T) {
	for _, tc := range []struct {
		name, board, cell string
		mine              bool
		want              string
	}{
		{"zero", "2x2/1\n0.\n..", "r1c2", false, "The 0 at r1c1 touches no mine: r1c2, r2c1 and r2c2 are safe. [satisfied number]"},
		{"satisfied", "3x2/2\n*1.\n00.", "r1c3", false, "The 1 at r1c2 has its mine at r1c1: r1c3 and r2c3 are safe. [satisfied number]"},
		{"all mines", "2x2/3\n3.\n..", "r1c2", true, "The 3 at r1c1 has only r1c2, r2c1 and r2c2 left for its 3 mines: all three are mines. [all hidden are mines]"},
		{"chain", "4x2/2\n....\n0121", "r1c3", true, "The 0 at r2c1 touches no mine: r1c1 and r1c2 are safe.\nThen the 1 at r2c2 has only r1c3 left for its mine: it is a mine. [chain of 2 steps]"},
		{"nested mine", "5x2/3\n.....\n12121", "r1c3", true, "The 1 at r2c1 needs 1 mine, so at most one of r1c1 and r1c2 is a mine.\nThe 2 at r2c2 touches them too but needs 2 mines: its third cell, r1c3, must be a mine. [nested pair]"},
		{"shared difference", "4x2/3\n....\n.31.", "r1c4", false, "The 3 at r2c2 needs 3 mines; even if r1c1 and r2c1 are mines, one of r1c2 and r1c3 must be.\nBoth also touch the 1 at r2c3, which has room for no other: its other cells, r1c4 and r2c4, must be safe. [shared difference]"},
		{"shared difference, mine", "4x2/3\n....\n.31.", "r1c1", true, "The 1 at r2c3 needs 1 mine, so at most one of r1c2 and r1c3 is a mine.\nThe 3 at r2c2 touches them too but needs 3 mines: its other cells, r1c1 and r2c1, must be mines. [shared difference]"},
		{"no mines left", "3x1/1\n*..", "r1c3", false, "No mines are left, so every hidden cell is safe. [mine count]"},
		{"only mines left", "3x1/2\n0..", "r1c3", true, "2 mines are left and 2 hidden cells: every one is a mine. [mine count]"},
		{"sum", "5x1/1\n.1...", "r1c5", false, "The 1 at r1c2 needs 1 mine among the cells it touches.\nOnly 1 mine is left, so every other hidden cell is safe, r1c5 among them. [mine count]"},
		{"sum, mine", "5x1/3\n.1...", "r1c5", true, "The 1 at r1c2 needs 1 mine among the cells it touches.\n3 mines are left: the other 2 fill the 2 remaining hidden cells, so r1c5 is a mine. [mine count]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, v := reasonerOf(t, sketchView(t, tc.board))
			c, err := v.ParseCell(tc.cell)
			if err != nil {
				t.Fatal(err)
			}
			e, err := r.Explain(c, tc.mine)
			if err != nil {
				t.Fatal(err)
			}
			got := spoken(e.Sentences) + " [" + e.Rule + "]"
			if got != tc.want {
				t.Errorf("got\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

// namedCells returns the cells that a text names.
func namedCells(t *testing.T, v mines.View, text string) []mines.Cell {
	t.Helper()
	var cells []mines.Cell
	for _, name := range regexp.MustCompile(`\br\d+c\d+\b`).FindAllString(text, -1) {
		c, err := v.ParseCell(name)
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, c)
	}
	return cells
}

// checkSentences fails the test if a sentence is too long, names a cell it does not
// mark, marks a wrong kind of cell, or leaves a premise out.
func checkSentences(t *testing.T, v mines.View, text []explain.Sentence, numbers []mines.Cell) {
	t.Helper()
	var used []mines.Cell
	for _, s := range text {
		if n := len([]rune(s.Text)); n > 160 || n == 0 {
			t.Fatalf("%d characters: %s", n, s.Text)
		}
		for _, c := range namedCells(t, v, s.Text) {
			if !slices.Contains(s.Cells, c) && !slices.Contains(s.Numbers, c) {
				t.Fatalf("%s is not marked: %s", v.Name(c), s.Text)
			}
		}
		for _, c := range s.Numbers {
			if !slices.Contains(numbers, c) {
				t.Fatalf("%s is no premise: %s", v.Name(c), s.Text)
			}
		}
		for _, c := range s.Cells {
			if m := v.Marks[c]; m.IsNumber() {
				t.Fatalf("%s is open: %s", v.Name(c), s.Text)
			}
		}
		used = append(used, s.Numbers...)
	}
	for _, c := range numbers {
		if !slices.Contains(used, c) {
			t.Fatalf("%s is never used:\n%s", v.Name(c), spoken(text))
		}
	}
}

func TestEveryCertificateCanBeSaid(t *testing.T) {
	positions := 1_000
	if testing.Short() {
		positions = 300
	}
	r := rand.New(rand.NewPCG(8, 0))
	rules := map[string]int{}
	for i := range positions {
		v, _ := reachedView(r, reasonRules(r, i))
		reasons, _ := reasonerOf(t, v)
		certs, err := reasons.Certificates()
		if err != nil {
			t.Fatal(err)
		}
		for _, cert := range certs {
			e, err := reasons.Explain(cert.Cell, cert.Mine)
			if err != nil {
				t.Fatal(err)
			}
			checkSentences(t, v, e.Sentences, cert.Numbers)
			if last := e.Sentences[len(e.Sentences)-1]; !slices.Contains(last.Cells, cert.Cell) {
				t.Fatalf("%s is not in the conclusion:\n%s", v.Name(cert.Cell), spoken(e.Sentences))
			}
			rules[e.Rule]++
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		t.Logf("%6d %s", rules[rule], rule)
	}
}
