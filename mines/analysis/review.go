// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

// Review is a game with every decision valued.
type Review struct {
	*Replay

	Game notation.Document // its moves open one cell each
}

// NewReview replays a game, finished or not.
func NewReview(ctx context.Context, game notation.Document, l api.Limits) (*Review, error) {
	game, err := SingleOpenings(game)
	if err != nil {
		return nil, err
	}
	r, err := NewReplay(ctx, game, l)
	if err != nil {
		return nil, err
	}
	return &Review{Replay: r, Game: game}, nil
}

// Document returns the document mines.review/1; if retry is set it contains the position before
// each mistake.
func (r *Review) Document(retry bool) *api.MinesReview {
	doc := &api.MinesReview{
		Schema: "mines.review/1", State: api.Done,
		Width: r.Rules.Width, Height: r.Rules.Height, Mines: r.Rules.Mines, First: r.Rules.First.String(),
		Result: resultWord(r.Status), Turns: []api.MinesTurn{},
	}
	if r.First != nil {
		doc.FirstClick = r.Rules.Name(*r.First)
	}
	if r.Exact > 0 {
		doc.State = api.Partial
	}
	var views []mines.View
	if retry {
		views = r.Before()
	}
	sum := 0.0
	for i, turn := range r.Turns {
		t := r.turn(i)
		if t.Verdict != "" && retry {
			t.Before = HandForm(views[i])
		}
		if i >= r.Exact {
			sum += turn.Accuracy()
		}
		doc.Turns = append(doc.Turns, t)
	}
	if n := len(r.Turns) - r.Exact; n > 0 {
		mean := sum / float64(n)
		doc.ExactFrom, doc.Accuracy = r.Exact+1, &mean
		l := r.Ledger
		doc.Ledger = api.NewLedgerSheet(l.Start, l.GivenAway, l.Luck, l.Result)
	}
	return doc
}

func resultWord(s veil.Status) string {
	switch s {
	case veil.Won:
		return "won"
	case veil.Lost:
		return "lost"
	default:
		return "open"
	}
}

func (r *Review) turn(i int) api.MinesTurn {
	turn := r.Turns[i]
	t := api.MinesTurn{
		Move: i + 1, Cell: turn.Action, Saw: MarkWord(turn.Saw),
		Risk: api.FractionOf(turn.Risk), Lowest: api.FractionOf(turn.Lowest), Safe: names(r.Rules, turn.Safe),
		Win: api.NewValue(turn.Played), Value: api.NewValue(turn.Value), After: api.NewValue(turn.After),
		Best: append([]string{}, turn.Best...), Verdict: turn.Judge().Word(),
	}
	if turn.Layouts != nil {
		t.Layouts = turn.Layouts.String()
	}
	if turn.Exact() {
		accuracy := turn.Accuracy()
		t.GivenAway, t.Luck, t.Accuracy = api.RatFraction(turn.GivenAway()), api.RatFraction(turn.Luck()), &accuracy
	}
	return t
}

// Before returns the player's view before each turn.
func (r *Review) Before() []mines.View {
	game, err := mines.NewGameOn(r.Rules, r.Game.Layout)
	if err != nil {
		panic("replaying a game that was reviewed: " + err.Error())
	}
	var views []mines.View
	for i, m := range r.Game.Moves {
		if i > 0 || r.First == nil {
			views = append(views, game.View())
		}
		if err := game.Play(m); err != nil {
			panic("replaying a game that was reviewed: " + err.Error())
		}
	}
	return views
}
