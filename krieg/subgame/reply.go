// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"context"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/resolve"
)

// A tree has few doubles of each board, so its opponent knows nearly everything, and answers what it cannot
// see. With Config.Replies its answers to the player's first move are ranked by the evaluation on more
// doubles, which are no nodes, and cost what they are worse than the best.

// ranks are choices that the evaluation made in the tree, each for an information set.
type ranks struct {
	replies map[[2]uint64]*menu // by the opponent's root view and what it heard
	follows map[second]*menu
	roots   []resolve.Root[node]
	random  *rand.Rand
	ctx     context.Context //nolint:containedctx // of one search: a game of the tree is asked without one
}

// origin is where a root comes from.
type origin struct {
	line *line
	view uint64 // the opponent's
	real bool   // a board of the player's belief, not a double
}

// first is the player's first move.
type first struct {
	*origin

	try   krieg.Move
	heard krieg.Percept
	after krieg.Position
}

// second is the player's second turn: its first move, and what was announced after it and after the reply.
type second struct {
	try          krieg.Move
	heard, reply uint64
}

// stage returns what a node after an accepted try belongs to.
func (g *game) stage(s *node, mover int, try krieg.Move, heard krieg.Percept, after krieg.Position) (*first, *second) {
	switch {
	case mover == resolve.First && s.origin != nil:
		return &first{s.origin, try, heard, after}, nil
	case mover == resolve.Second && s.first != nil && s.first.real && g.cfg.Follows > 0:
		return nil, &second{s.first.try, g.code(s.first.heard), g.code(heard)}
	}
	return nil, nil
}

// replies returns the opponent's choice after the player's first move, the same in all states that it cannot
// distinguish; nil means all tries.
func (g *game) replies(f *first) *menu {
	key := [2]uint64{f.view, g.code(f.heard)}
	m, ok := g.ranks.replies[key]
	if !ok {
		m = g.best(g.me.Other(), g.guesses(f.line.extended(f.try, f.heard, f.after)), g.cfg.Replies, g.cfg.ReplyPrior)
		g.ranks.replies[key] = m
	}
	return m
}

// guesses returns the board at the end of a line, and doubles of it.
func (g *game) guesses(l *line) []tactics.Board {
	boards := []tactics.Board{{Pos: l.end(), Weight: 1}}
	for _, d := range l.doubles(g.ranks.ctx, g.cfg.Guesses, 8*g.cfg.Guesses, g.ranks.random) {
		boards = append(boards, tactics.Board{Pos: d.end(), Weight: 1})
	}
	return boards
}

// follows returns the player's choice in its second turn; nil means all tries.
func (g *game) follows(t second) *menu {
	m, ok := g.ranks.follows[t]
	if !ok {
		if boards := g.reached(t); len(boards) > 0 {
			m = g.best(g.me, boards, g.cfg.Follows, g.cfg.Prior)
		}
		g.ranks.follows[t] = m
	}
	return m
}

// reached returns the boards of the player's second turn to which the opponent's best replies lead.
func (g *game) reached(t second) (boards []tactics.Board) {
	for i := range g.ranks.roots {
		if g.ranks.ctx.Err() != nil {
			return nil
		}
		r := &g.ranks.roots[i]
		if r.State.origin == nil || !r.State.origin.real {
			continue
		}
		after := r.State.State
		heard, ok := g.moves(&after, t.try, t.heard)
		if !ok {
			continue
		}
		m := g.replies(&first{r.State.origin, t.try, heard, after.Pos})
		for k := range m.likeliest() {
			now := after
			if _, ok := g.moves(&now, m.tries[k], t.reply); ok {
				boards = append(boards, tactics.Board{Pos: now.Pos, Weight: float64(r.Weight * m.soft[k])})
			}
		}
	}
	return boards
}

// moves makes a try, and reports whether it is accepted with an announcement and leaves the game running.
func (g *game) moves(s *krieg.State, try krieg.Move, code uint64) (krieg.Percept, bool) {
	o := g.rules.Answer(s, krieg.Action(try))
	return o, o.Answer == krieg.Yes && s.Over == krieg.Running && g.code(o) == code
}

// likeliest returns the number of replies that are followed on a board.
func (m *menu) likeliest() int {
	if m == nil {
		return 0
	}
	return min(3, len(m.tries))
}

// best returns the best tries of a side by the evaluation on some boards; nil, like everything here, once the
// context has ended: the search then ends too.
func (g *game) best(side krieg.Color, boards []tactics.Board, most int, prior float64) *menu {
	list, err := g.cfg.Evaluation.Rank(g.ranks.ctx, krieg.NewOwnView(g.rules, side, boards[0].Pos), boards, nil)
	if err != nil || len(list) == 0 {
		return nil
	}
	m := &menu{}
	for _, k := range list[:min(most, len(list))] {
		worse := list[0].Value - k.Value
		m.tries = append(m.tries, k.Try)
		m.costs = append(m.costs, float64(prior*worse)/g.cfg.Scale)
		m.soft = append(m.soft, soft(worse/g.cfg.Heat))
	}
	return m
}
