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

// Choose returns what to try now.
func (m *Mind) Choose(ctx context.Context) (Thought, error) {
	tries := m.own.Tries()
	if m.over || len(tries) == 0 {
		return Thought{}, ErrOver
	}
	t := Thought{Source: Only, Best: krieg.Action(tries[0]), Belief: m.Report(), Kings: m.kings()}
	var err error
	switch {
	case len(tries) == 1:
	case m.cloud.Len() == 0:
		m.last = drawn(m.guess, m.level.Evaluated, m.random())
		err = m.evaluate(ctx, &t, m.last)
		t.Source = ByGuess
	case m.ask(&t):
	case t.Kings != 0 && m.drive(&t):
	default:
		m.last = drawn(m.cloud, m.level.Evaluated, m.random())
		if !m.prove(ctx, &t, m.last) {
			err = m.evaluate(ctx, &t, m.last)
		}
	}
	return t, err
}

// drawn returns some boards of a cloud to judge the tries on.
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
func (m *Mind) random() *rand.Rand {
	return rand.New(rand.NewPCG(m.cfg.Seed, 1<<32|uint64(m.heard)))
}

// ask decides whether to ask "Are there any?": it does if a capture by a pawn is likely, since after a
// yes one has to be tried.
func (m *Mind) ask(t *Thought) bool {
	if !m.own.MayAsk() || m.off("question") {
		return false
	}
	yes := 0.0
	for i := range m.cloud.Len() {
		p := m.cloud.Board(i)
		if n, _ := p.PawnCaptures(); n > 0 {
			yes += m.cloud.Share(i)
		}
	}
	if yes < 0.5 || yes > 0.999 {
		return false
	}
	t.Source, t.Best = ByEvaluation, krieg.AskAny
	return true
}

// evaluate ranks the tries by the mean over boards. Without any, it draws one.
func (m *Mind) evaluate(ctx context.Context, t *Thought, boards []tactics.Board) error {
	r := m.random()
	if len(boards) == 0 {
		tries := m.own.Tries()
		t.Best = krieg.Action(tries[r.IntN(len(tries))])
		return nil
	}
	ranked, err := m.weights.Rank(ctx, m.own, boards, m.bonus(boards))
	if err != nil {
		return err
	}
	if m.level.Ahead > 0 {
		if ranked, err = m.weights.Ahead(ctx, m.own, boards, ranked, m.level.Ahead, r); err != nil {
			return err
		}
	}
	if m.level.Noise > 0 {
		for i := range ranked {
			ranked[i].Value += m.level.Noise * r.NormFloat64()
		}
		slices.SortStableFunc(ranked, tactics.Better)
	}
	for _, k := range ranked {
		t.Candidates = append(t.Candidates, Candidate{Try: krieg.Action(k.Try), Value: k.Value, Legal: k.Legal})
	}
	t.Source, t.Best = ByEvaluation, t.Candidates[0].Try
	return nil
}

// Against so few men most of the work is to mate without a stalemate.
const (
	fewMen   = 3
	stalling = 1.0 // pawns, for a try that may stalemate
)

// bonus returns what counts for or against a try besides the boards. The boards are a sample: when
// the opponent has few men left, a try that corners its king somewhere near the squares where
// they have it may stalemate.
func (m *Mind) bonus(boards []tactics.Board) func(krieg.Move) float64 {
	var near uint64
	if m.own.Hidden() <= fewMen && !m.cloud.Report().Exact {
		near = tactics.NearKing(boards, m.own.Me().Other())
	}
	return func(try krieg.Move) float64 {
		v := -m.repeats(try)
		if near != 0 && tactics.Corners(m.own, near, try) {
			v -= stalling
		}
		return v
	}
}

// repeats is the penalty of a try after which the player's men stand as they stood before:
// it makes no progress, and under some rules it draws.
func (m *Mind) repeats(try krieg.Move) float64 {
	return m.weights.Repeat * float64(m.again(try))
}

// again is how often the player's men stood before as they would after a try.
func (m *Mind) again(try krieg.Move) int {
	p := m.own.Board()
	p.Make(try)
	return m.stood[p]
}
