// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// Replay splits the result of a game into mistakes and luck.
type Replay struct {
	Rules  mines.Rules
	First  *mines.Cell // a protected first click; it decides nothing and is not a turn
	Status veil.Status
	Turns  []ReplayTurn
	// Exact is the index of the first turn from which all values are exact; Ledger covers the turns
	// from there to the end. It is len(Turns) if there is none.
	Exact  int
	Ledger api.Ledger

	last mines.View // after the last turn
}

// ReplayTurn is one cell that the player opened.
type ReplayTurn struct {
	api.Turn

	Cell    mines.Cell
	Saw     mines.Mark // a number, or mines.Mine
	Layouts *big.Int   // that fitted before the turn
	Risk    veil.Value // of the opened cell
	Lowest  veil.Value // risk of the safest cell, before the turn
	Safe    []mines.Cell
}

// NewReplay replays a game, finished or not, and values every decision exactly that can be within
// the limits. A chord counts as opening its cells one after the other.
func NewReplay(ctx context.Context, doc notation.Document, l api.Limits) (*Replay, error) {
	doc, err := SingleOpenings(doc)
	if err != nil {
		return nil, err
	}
	r, err := replayed(ctx, doc, l)
	if err != nil {
		return nil, err
	}
	if err := newExact(r, doc, l).solve(ctx, l.WithDefaults().Nodes); err != nil {
		return nil, err
	}
	return r, r.balance()
}

// replayed replays a game of single openings, without winning chances.
func replayed(ctx context.Context, doc notation.Document, l api.Limits) (*Replay, error) {
	if len(doc.Moves) == 0 {
		return nil, errors.New("the game has no moves to review")
	}
	replay, err := mines.NewGameOn(doc.View.Rules, doc.Layout)
	if err != nil {
		return nil, err
	}
	r := &Replay{Rules: doc.View.Rules}
	for _, m := range doc.Moves {
		if err := r.open(ctx, replay, m.Cell, l); err != nil {
			return nil, err
		}
	}
	r.Status, r.last = replay.Status(), replay.View()
	r.enterResult()
	return r, nil
}

// SingleOpenings returns the game with every chord replaced by the cells it opened and without
// flags, so that each move is one decision.
func SingleOpenings(doc notation.Document) (notation.Document, error) {
	moves := doc.Moves
	doc.Moves = nil
	game, err := doc.Game()
	if err != nil {
		return doc, err
	}
	for i, m := range moves {
		around := hiddenAround(game, m.Cell) // before the move
		if err := game.Play(m); err != nil {
			return doc, fmt.Errorf("the game cannot be replayed: move %d: %w", i+1, err)
		}
		switch m.Kind {
		case mines.MoveOpen:
			doc.Moves = append(doc.Moves, m)
		case mines.MoveChord:
			for _, open := range around {
				open.Timed, open.At = m.Timed, m.At
				doc.Moves = append(doc.Moves, open)
			}
		case mines.MoveFlag:
		}
	}
	doc.Layout, doc.View = game.Layout(), game.View()
	doc.Moves, err = untilOver(doc)
	return doc, err
}

// hiddenAround lists the openings that a chord on a cell makes.
func hiddenAround(game *mines.Game, c mines.Cell) (moves []mines.Move) {
	if c < 0 || int(c) >= game.Rules().Cells() {
		return nil // the move is refused
	}
	for _, d := range game.Rules().AppendNeighbours(nil, c) {
		if game.Mark(d) == mines.Hidden {
			moves = append(moves, mines.Move{Kind: mines.MoveOpen, Cell: d})
		}
	}
	return moves
}

// untilOver drops moves that cannot be played one by one: cells that an earlier cell of the same
// chord opened, and moves after the end.
func untilOver(doc notation.Document) ([]mines.Move, error) {
	if doc.Layout == nil {
		return nil, nil
	}
	game, err := mines.NewGameOn(doc.View.Rules, doc.Layout)
	if err != nil {
		return nil, err
	}
	for _, m := range doc.Moves {
		_ = game.Play(m) // a refused move changes nothing and is not recorded
	}
	return game.Moves(), nil
}

// open plays one cell and records the decision.
func (r *Replay) open(ctx context.Context, replay *mines.Game, c mines.Cell, l api.Limits) error {
	before := replay.View()
	protected := before.Untouched() && before.First != mines.Any
	if err := replay.Play(mines.Move{Kind: mines.MoveOpen, Cell: c}); err != nil {
		return err
	}
	if protected {
		r.First = &c
		return nil
	}
	turn, err := r.value(ctx, before, c, l)
	if err != nil {
		return err
	}
	turn.Saw = replay.Mark(c)
	r.Turns = append(r.Turns, turn)
	return nil
}

// value returns the turn that opens c, with the risks before it.
func (r *Replay) value(ctx context.Context, v mines.View, c mines.Cell, l api.Limits) (ReplayTurn, error) {
	turn := ReplayTurn{Cell: c, Turn: api.Turn{Action: v.Name(c)}}
	if ctx.Err() != nil {
		return turn, nil //nolint:nilerr // the time is up: the moves that are left are listed without values
	}
	m, err := Look(ctx, v, counting(l))
	if m == nil || ignoreEnd(err) != nil {
		return turn, err
	}
	turn.Layouts = m.Analysis.Layouts()
	turn.Risk, turn.Lowest = m.Risks[c], m.Risks[c]
	for d, mark := range v.Marks {
		if risk := m.Risks[d]; mark.IsHidden() && risk.Compare(turn.Lowest) < 0 {
			turn.Lowest = risk
		}
	}
	turn.Safe = m.Safe
	if m.Certainty(c) == count.CertainMine {
		turn.Played = veil.ExactValue(new(big.Int), big.NewInt(1))
	}
	return turn, nil
}

// enterResult enters the result of a finished game as the value after its last turn.
func (r *Replay) enterResult() {
	n := len(r.Turns)
	switch {
	case n > 0 && r.Status == veil.Won:
		r.Turns[n-1].After = veil.ExactValue(big.NewInt(1), big.NewInt(1))
	case n > 0 && r.Status == veil.Lost:
		r.Turns[n-1].After = veil.ExactValue(new(big.Int), big.NewInt(1))
	}
	r.Exact = n
}

// balance finds the turns whose values are all exact, up to the end, and balances their ledger.
func (r *Replay) balance() error {
	r.Exact = len(r.Turns)
	var exact []api.Turn
	for r.Exact > 0 && r.Turns[r.Exact-1].Exact() {
		r.Exact--
		exact = append(exact, r.Turns[r.Exact].Turn)
	}
	slices.Reverse(exact)
	var err error
	r.Ledger, err = api.Balance(exact)
	return err
}
