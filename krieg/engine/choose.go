// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// Choose returns the player's choice for this turn.
func (p *Player) Choose(ctx context.Context) (Thought, error) {
	tries := p.own.Tries()
	if p.over || len(tries) == 0 {
		return Thought{}, ErrOver
	}
	t := Thought{Source: Only, Best: krieg.Action(tries[0]), Belief: p.Report(), Kings: p.kings()}
	var err error
	switch {
	case len(tries) == 1:
	case p.cloud.Len() == 0:
		p.last = drawn(p.guess, p.n.Evaluated, p.random())
		err = p.evaluate(ctx, &t, p.last)
		t.Source = ByGuess
	case p.ask(&t):
	case t.Kings != 0 && p.drive(&t):
	default:
		p.last = drawn(p.cloud, p.n.Evaluated, p.random())
		if !p.prove(ctx, &t, p.last) {
			err = p.decide(ctx, &t)
		}
	}
	return t, err
}

// decide chooses by a search, if there is one and it does not decline, and otherwise by the evaluation.
func (p *Player) decide(ctx context.Context, t *Thought) error {
	if p.cfg.Search == nil {
		return p.evaluate(ctx, t, p.last)
	}
	p.searches++
	try, ok, err := p.cfg.Search(ctx, Turn{p.own, p.events, p.cloud, p.last, p.bonus(p.last), p.cfg.Seed})
	switch {
	case err != nil:
		return err
	case ok && p.may(krieg.Action(try)):
		t.Source, t.Best = BySearch, krieg.Action(try)
		return nil
	}
	p.declined++
	return p.evaluate(ctx, t, p.last)
}

// drawn returns some boards of a sample, on which the tries are judged.
func drawn(c *cloud.Cloud, n int, r *rand.Rand) []tactics.Board {
	if c == nil {
		return nil
	}
	which, weights := c.Draw(n, r)
	boards := make([]tactics.Board, len(which))
	for i, k := range which {
		boards[i] = tactics.Board{Pos: c.Board(k), Weight: weights[i]}
	}
	return boards
}

// random returns the random numbers for this choice.
func (p *Player) random() *rand.Rand {
	return rand.New(rand.NewPCG(p.cfg.Seed, 1<<32|uint64(p.heard)))
}

// ask decides whether to ask "Are there any?": it does if a capture by a pawn is likely, since
// after a yes one must be tried.
func (p *Player) ask(t *Thought) bool {
	if !p.own.MayAsk() || p.off("question") {
		return false
	}
	yes := 0.0
	for i := range p.cloud.Len() {
		board := p.cloud.Board(i)
		if n, _ := board.PawnCaptures(); n > 0 {
			yes += p.cloud.Share(i)
		}
	}
	if yes < p.n.AskFrom || yes > p.n.AskUntil {
		return false
	}
	t.Source, t.Best = ByEvaluation, krieg.AskAny
	return true
}

// evaluate ranks the tries by the mean over boards. Without a board it draws one try at random.
func (p *Player) evaluate(ctx context.Context, t *Thought, boards []tactics.Board) error {
	r := p.random()
	if len(boards) == 0 {
		tries := p.own.Tries()
		t.Best = krieg.Action(tries[r.IntN(len(tries))])
		return nil
	}
	e := tactics.Evaluation{Weights: p.n.Weights, Scope: p.n.Scope, Opponent: p.opponent}
	ranked, err := e.Rank(ctx, p.own, boards, p.bonus(boards))
	if err != nil {
		return err
	}
	if p.n.Ahead > 0 {
		if ranked, err = e.Ahead(ctx, p.own, boards, ranked, p.n.Ahead, r); err != nil {
			return err
		}
	}
	if p.n.Noise > 0 {
		for i := range ranked {
			ranked[i].Value += float64(p.n.Noise * r.NormFloat64())
		}
		slices.SortStableFunc(ranked, tactics.Better)
	}
	for _, k := range ranked {
		t.Candidates = append(t.Candidates, Candidate{Try: krieg.Action(k.Try), Value: k.Value, Legal: k.Legal})
	}
	t.Source, t.Best = ByEvaluation, t.Candidates[0].Try
	return nil
}

// bonus returns the adjustment of a try's value besides the boards. The boards are a sample: when
// the opponent has few men left, the main task is to mate without a stalemate, and a try that corners
// its king near the sampled squares may stalemate it.
func (p *Player) bonus(boards []tactics.Board) func(krieg.Move) float64 {
	var near uint64
	if p.own.Hidden() <= p.n.FewMen && !p.cloud.Report().Exact {
		near = tactics.NearKing(boards, p.own.Me().Other())
	}
	return func(try krieg.Move) float64 {
		v := -p.repeats(try)
		if near != 0 && tactics.MayStalemate(p.own, near, try) {
			v -= p.n.Stalling
		}
		return v
	}
}

// repeats returns the penalty of a try that repeats a placement of the player's men: it makes no
// progress, and under some rules it draws.
func (p *Player) repeats(try krieg.Move) float64 {
	return p.n.Repeat * float64(p.again(try))
}

// again returns how often the player's men had the placement that a try leads to.
func (p *Player) again(try krieg.Move) int {
	board := p.own.Board()
	board.Make(try)
	return p.stood[board]
}
