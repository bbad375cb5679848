// SPDX-License-Identifier: BSD-3-Clause

package analysis_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/analysis"
)

// TestTurnedAnswers: a position answered by its canonical form has the very answer that it
// has by itself, but for the work.
func TestTurnedAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	service := &analysis.Service{}
	for i := range 60 {
		rules := mines.Rules{Width: 3 + r.IntN(4), Height: 3 + r.IntN(4), First: mines.First(r.IntN(3))}
		rules.Mines = 1 + r.IntN(rules.Cells()/4)
		v := randomView(t, r, rules)
		q := api.MinesAnalyseQuestion{
			Position: api.Input{Text: analysis.HandForm(v), First: rules.First.String()}, Budget: api.Budget{MaxLayouts: 2000},
		}
		want, err := service.Analyse(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		task, err := service.Prepare(q)
		if err != nil {
			t.Fatal(err)
		}
		canonical, err := task.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := task.Turn(canonical)
		got.Work, want.Work = nil, nil
		if string(api.Encode(got)) != string(api.Encode(want)) {
			t.Fatalf("%d: %s\n%s\nturned %s\ndirect %s", i, task.Key, analysis.HandForm(v), api.Encode(got), api.Encode(want))
		}
		if task.Key != want.Position {
			t.Errorf("key %s, but the document says %s", task.Key, want.Position)
		}
	}
}

// randomView opens some cells of a random board and flags others.
func randomView(t *testing.T, r *rand.Rand, rules mines.Rules) mines.View {
	t.Helper()
	game, err := mines.NewGame(rules, r.Uint64())
	if err != nil {
		t.Fatal(err)
	}
	view := game.View()
	for range r.IntN(6) {
		_ = game.Play(mines.Move{Kind: mines.MoveOpen, Cell: mines.Cell(r.IntN(rules.Cells()))}) // refused if open
		if game.Status() != 0 {
			break
		}
		view = game.View()
	}
	for c, mark := range view.Marks {
		if mark == mines.Hidden && r.IntN(4) == 0 {
			view.Marks[c] = mines.Flag
		}
	}
	return view
}
