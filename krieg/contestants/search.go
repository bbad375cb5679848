// SPDX-License-Identifier: BSD-3-Clause

package contestants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/krieg/engine"
	"github.com/veilplan/veil/krieg/subgame"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/search/resolve"
)

// searchParams configures the search for a mixture of tries, see [subgame.Config]. 0 means its
// default.
type searchParams struct {
	Boards     int     `json:"boards,omitempty"`      // drawn from the belief
	Doubles    int     `json:"doubles,omitempty"`     // of each board
	Attempts   int     `json:"attempts,omitempty"`    // to find them
	Width      int     `json:"width,omitempty"`       // tries searched at the root
	Nodes      int     `json:"nodes,omitempty"`       // of the tree
	Leaves     int     `json:"leaves,omitempty"`      // expansions per iteration
	Last       int     `json:"last,omitempty"`        // iterations at the end
	Tries      int     `json:"tries,omitempty"`       // mixed
	Scale      float64 `json:"scale,omitempty"`       // pawns that are worth a chance to win of 0.7
	Heat       float64 `json:"heat,omitempty"`        // of the evaluation in doubles, in pawns
	Tempo      float64 `json:"tempo,omitempty"`       // pawns by which the evaluation overrates the side that moved
	Refusal    float64 `json:"refusal,omitempty"`     // cost of a refusal, in chances to win
	Forced     float64 `json:"forced,omitempty"`      // share of the roots without an alternative
	Replies    int     `json:"replies,omitempty"`     // of the opponent to the first move, the best by the evaluation
	Guesses    int     `json:"guesses,omitempty"`     // boards on which they are ranked
	ReplyPrior float64 `json:"reply_prior,omitempty"` // of the evaluation's advantage that a reply costs
	Follows    int     `json:"follows,omitempty"`     // tries of the second turn
	Open       bool    `json:"open,omitempty"`        // both sides learn the moves in the tree
	Exact      bool    `json:"exact,omitempty"`       // leaves by the tables of endings
	Prior      float64 `json:"prior,omitempty"`       // of the evaluation's advantage that a try costs
}

// Limits of a search.
const (
	mostNodes  = 10_000_000
	mostBoards = 10_000
	mostPawns  = 1000
)

// searchConfig returns the settings of a search, or an error if they make no sense.
func searchConfig(raw json.RawMessage) (subgame.Config, error) {
	p, err := play.Strict(raw, searchParams{})
	if err != nil {
		return subgame.Config{}, fmt.Errorf("equilibrium: %w", err)
	}
	for _, n := range []struct {
		name        string
		value, most float64
	}{
		{"boards", float64(p.Boards), mostBoards},
		{"doubles", float64(p.Doubles), mostBoards},
		{"attempts", float64(p.Attempts), mostBoards},
		{"width", float64(p.Width), mostBoards},
		{"leaves", float64(p.Leaves), mostBoards},
		{"last", float64(p.Last), mostBoards},
		{"tries", float64(p.Tries), mostBoards},
		{"replies", float64(p.Replies), mostBoards},
		{"guesses", float64(p.Guesses), mostBoards},
		{"follows", float64(p.Follows), mostBoards},
		{"reply_prior", p.ReplyPrior, mostPawns},
		{"nodes", float64(p.Nodes), mostNodes},
		{"scale", p.Scale, mostPawns},
		{"heat", p.Heat, mostPawns},
		{"tempo", p.Tempo, mostPawns},
		{"refusal", p.Refusal, mostPawns},
		{"forced", p.Forced, mostPawns},
		{"prior", p.Prior, mostPawns},
	} {
		if !(n.value >= 0 && n.value <= n.most) {
			return subgame.Config{}, fmt.Errorf("equilibrium: %s %.10g, want 0 to %.10g", n.name, n.value, n.most)
		}
	}
	if p.Replies == 0 && (p.Guesses != 0 || p.ReplyPrior != 0 || p.Follows != 0) {
		return subgame.Config{}, errors.New("equilibrium: guesses, reply_prior and follows need replies, which is 0")
	}
	cfg := subgame.Config{
		Boards: p.Boards, Doubles: p.Doubles, Attempts: p.Attempts, Width: p.Width, Tries: p.Tries,
		Budget: resolve.Budget{Nodes: p.Nodes, Leaves: p.Leaves, Last: p.Last},
		Scale:  p.Scale, Heat: p.Heat, Tempo: p.Tempo, Open: p.Open, Refusal: p.Refusal, Forced: p.Forced, Prior: p.Prior,
		Replies: p.Replies, Guesses: p.Guesses, ReplyPrior: p.ReplyPrior, Follows: p.Follows,
	}
	if p.Exact {
		book, err := minor.Book()
		if err != nil {
			return subgame.Config{}, err
		}
		cfg.Exact = tabled(book)
	}
	return cfg, nil
}

// tabled returns the boards that tables of endings know: the side to move wins against a bare king that
// it sees.
func tabled(book *ending.Book) func(*krieg.State) (float64, bool) {
	return func(s *krieg.State) (float64, bool) {
		me := s.Pos.ToMove()
		king := s.Pos.Men(me.Other())
		if king&(king-1) != 0 {
			return 0, false
		}
		own := s.Pos.Without(me.Other())
		_, ok := book.Next(me, &own, king)
		return 1, ok
	}
}

// searchOf returns the search of a player, nil if it has none.
func searchOf(raw json.RawMessage) (engine.Search, error) {
	if raw == nil {
		return nil, nil //nolint:nilnil // no search is a setting
	}
	cfg, err := searchConfig(raw)
	return searching(cfg, nil), err
}

// searching returns a search with some settings. It declines a turn that it cannot answer and an
// invalid search. view, if given, replaces the belief, and then no search is invalid.
func searching(cfg subgame.Config, view func(engine.Turn) subgame.Belief) engine.Search {
	return func(ctx context.Context, turn engine.Turn) (krieg.Move, bool, error) {
		cfg := cfg
		cfg.Seed = turn.Seed
		q := subgame.Question{Own: turn.Own, Events: turn.Events, Belief: turn.Belief, Judged: turn.Boards, Bonus: turn.Bonus}
		if view != nil {
			q.Belief, q.Judged = view(turn), nil
		}
		c, err := subgame.Choose(ctx, q, cfg)
		if errors.Is(err, subgame.ErrRules) || errors.Is(err, subgame.ErrNoBoard) {
			return 0, false, nil
		}
		return c.Best, err == nil && (view != nil || !c.Stats.Invalid()), err
	}
}
