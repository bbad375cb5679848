// SPDX-License-Identifier: BSD-3-Clause

package explain_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/explain"
)

func TestHintLadder(t *testing.T) {
	r, _ := sampleReasoner(t, "wall")
	for level, want := range map[explain.HintLevel]string{
		explain.Nudge:  "Yes, logic is not exhausted: look along row 1.",
		explain.Region: "Look at r2c1 and r2c2.",
		explain.Reason: "Look at r2c1 and r2c2. Rule: nested pair.\nThe 1 at r2c1 touches only r1c1 and r1c2, so one of them is its mine.",
		explain.Answer: "r1c3 is safe.\nThe 1 at r2c1 touches only r1c1 and r1c2, so one of them is its mine.\n" +
			"Both also touch the 1 at r2c2, which has room for no other: its third cell, r1c3, must be safe.",
	} {
		h, err := r.Hint(level)
		if err != nil {
			t.Fatal(err)
		}
		if got := spoken(h.Sentences); got != want || h.Guess {
			t.Errorf("level %d: got\n%s\nwant\n%s", level, got, want)
		}
	}
	if _, err := r.Hint(5); !errors.Is(err, explain.ErrHintLevel) {
		t.Errorf("level 5: %v", err)
	}
}

func TestHintWithoutASafeCell(t *testing.T) {
	for board, want := range map[string]struct {
		text  string
		guess bool
	}{
		"4x4/4\n1...\n....\n....\n....": {"No: no hidden cell is certainly safe, so a guess is forced.", true},
		"3x1/1\n01.":                    {"Nothing is left to open: every hidden cell is a mine.", false},
		"2x2/1\n..\n..":                 {"Open any cell: the first click is protected.", false},
	} {
		r, _ := reasonerOf(t, sketchView(t, board))
		h, err := r.Hint(explain.Nudge)
		if err != nil {
			t.Fatal(err)
		}
		if got := spoken(h.Sentences); got != want.text || h.Guess != want.guess {
			t.Errorf("%s: got %q, guess %v", board, got, h.Guess)
		}
	}
}

// The first three rungs must leave the player something to find: they never name a
// cell that is certainly safe as such, and the first marks more than one cell.
func TestHintsDoNotGiveTheCellAway(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 0))
	hints, guesses := 0, 0
	for i := range 400 {
		v, layout := reachedView(r, reasonRules(r, 1+i))
		known, err := count.Analyse(v, count.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		reasons := explain.NewReasonerWith(t.Context(), known)
		safe := slices.ContainsFunc(cellsOf(v), func(c mines.Cell) bool {
			return v.Marks[c].IsHidden() && known.Certainty(c) == count.CertainSafe
		})
		nudge, err := reasons.Hint(explain.Nudge)
		if err != nil {
			t.Fatal(err)
		}
		if nudge.Guess == safe && hiddenSafe(v, layout) {
			t.Fatalf("%v: guess %v although safe %v", v.Marks, nudge.Guess, safe)
		}
		if nudge.Guess {
			guesses++
		}
		if !safe || nudge.Guess || len(nudge.Sentences[0].Cells) == 0 {
			continue
		}
		hints++
		if text := nudge.Sentences[0]; len(text.Cells) < 2 || len(namedCells(t, v, text.Text)) > 0 {
			t.Fatalf("the nudge names the cell: %+v", text)
		}
		region, err := reasons.Hint(explain.Region)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range namedCells(t, v, region.Sentences[0].Text) {
			if !v.Marks[c].IsNumber() {
				t.Fatalf("the region names a hidden cell: %s", region.Sentences[0].Text)
			}
		}
		answer, err := reasons.Hint(explain.Answer)
		if err != nil {
			t.Fatal(err)
		}
		c, err := v.ParseCell(strings.Fields(answer.Sentences[0].Text)[0])
		if err != nil || known.Certainty(c) != count.CertainSafe {
			t.Fatalf("%s: %v", answer.Sentences[0].Text, err)
		}
	}
	t.Logf("%d hints, %d forced guesses", hints, guesses)
	if hints == 0 || guesses == 0 {
		t.Error("the positions do not exercise both answers")
	}
}

func cellsOf(v mines.View) []mines.Cell {
	cells := make([]mines.Cell, v.Cells())
	for i := range cells {
		cells[i] = mines.Cell(i)
	}
	return cells
}

func hiddenSafe(v mines.View, layout mines.Layout) bool {
	return slices.ContainsFunc(cellsOf(v), func(c mines.Cell) bool { return v.Marks[c].IsHidden() && !layout[c] })
}
