// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
	"github.com/veilplan/veil/mines/notation"
)

// sampleGame is the game of the documentation: the hero board, played by a script.
func sampleGame(t *testing.T) notation.Document {
	t.Helper()
	rules := mines.Rules{Width: 4, Height: 4, Mines: 4}
	doc := notation.Document{View: mines.NewView(rules), Layout: make(mines.Layout, 16)}
	cell := func(name string) mines.Cell {
		c, err := rules.ParseCell(name)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, name := range []string{"r1c4", "r2c2", "r3c1", "r3c4"} {
		doc.Layout[cell(name)] = true
	}
	for _, name := range []string{"r1c1", "r2c4", "r4c1", "r4c3", "r4c4", "r2c1", "r4c2", "r3c2", "r3c3", "r2c2"} {
		doc.Moves = append(doc.Moves, mines.Move{Kind: mines.MoveOpen, Cell: cell(name)})
	}
	return doc
}

func TestReviewOfTheSampleGame(t *testing.T) {
	r, err := analysis.NewReplay(t.Context(), sampleGame(t), api.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"r2c4 2 660 55.91 57.42", "r4c1 1 180 74.44 74.44", "r4c3 1 90 87.78 87.78",
		"r4c4 1 36 97.22 97.22", "r2c1 2 18 61.11 94.44 ??", "r4c2 1 12 91.67 91.67",
		"r3c2 2 6 83.33 83.33", "r3c3 2 3 66.67 66.67", "r2c2 -3 3 33.33 66.67 ??",
	}
	for i, turn := range r.Turns {
		got := fmt.Sprintf("%s %d %v %.2f %.2f", turn.Action, turn.Saw, turn.Layouts, 100*turn.Played.Float(), 100*turn.Value.Float())
		if v := turn.Verdict().String(); v != "" {
			got += " " + v
		}
		if i >= len(want) || got != want[i] {
			t.Errorf("turn %d: %s", i+1, got)
		}
	}
	l := r.Ledger
	ledger := fmt.Sprint(l.Start.FloatString(4), l.GivenAway.FloatString(4), l.Luck.FloatString(4), l.Result.FloatString(4))
	if ledger != fmt.Sprint("0.5742", "0.6818", "0.1076", "0.0000") || !l.Balanced() || r.Status != veil.Lost {
		t.Errorf("ledger %s, %v", ledger, r.Status)
	}
}

// TestLedgerBalances reviews random finished games and checks the identity
// start − given away + luck = result, in fractions, with the true result.
func TestLedgerBalances(t *testing.T) {
	games := 10_000
	if testing.Short() {
		games = 300
	}
	boards := []mines.Rules{
		{Width: 3, Height: 3, Mines: 2},
		{Width: 4, Height: 3, Mines: 3},
		{Width: 3, Height: 3, Mines: 4, First: mines.Any},
		{Width: 5, Height: 2, Mines: 3},
		{Width: 4, Height: 4, Mines: 4, First: mines.Zero},
	}
	for i := range games {
		r := rand.New(rand.NewPCG(9, uint64(i)))
		doc := randomGame(t, r, boards[i%len(boards)])
		review, err := analysis.NewReplay(t.Context(), doc, api.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if len(review.Turns) == 0 {
			continue // the protected first click won the game
		}
		want := map[veil.Status]string{veil.Won: "1", veil.Lost: "0"}[review.Status]
		if !review.Ledger.Balanced() || review.Ledger.Result.RatString() != want || review.Exact != 0 {
			t.Fatalf("game %d: %+v, %v", i, review.Ledger, review.Status)
		}
	}
}

// randomGame plays random cells until the game ends.
func randomGame(t *testing.T, r *rand.Rand, rules mines.Rules) notation.Document {
	t.Helper()
	seed := r.Uint64()
	g, err := mines.NewGame(rules, seed)
	if err != nil {
		t.Fatal(err)
	}
	for g.Status() == veil.Open {
		v := g.View()
		c := mines.Cell(r.IntN(rules.Cells()))
		if v.Marks[c].IsHidden() {
			_ = g.Play(mines.Move{Cell: c}) // a first click without room for the mines is refused
		}
	}
	return notation.Document{View: mines.NewView(rules), Layout: g.Layout(), Moves: g.Moves()}
}

// TestReviewOfAChord reviews a game in which a chord opens cells beside a flag: the
// flagged mine is not opened.
func TestReviewOfAChord(t *testing.T) {
	rules := mines.Rules{Width: 3, Height: 2, Mines: 1}
	layout := make(mines.Layout, 6)
	layout[0] = true
	move := func(kind mines.MoveKind, c mines.Cell) mines.Move { return mines.Move{Kind: kind, Cell: c} }
	doc := notation.Document{View: mines.NewView(rules), Layout: layout, Moves: []mines.Move{
		move(mines.MoveOpen, 1), move(mines.MoveFlag, 0), move(mines.MoveChord, 1),
	}}
	r, err := analysis.NewReplay(t.Context(), doc, api.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != veil.Won || len(r.Turns) == 0 || !r.Ledger.Balanced() {
		t.Errorf("the chord ended %v after %d turns", r.Status, len(r.Turns))
	}
}
