// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// MCTS plays by tree search over announcements, after Ciancarini & Favini 2009 and 2010: a node is
// a sequence of the player's tries and the announcements heard; a simulation runs on a board drawn
// from maps of where men are expected, and ends after a few random moves with a count of the
// material. It reimplements the published idea, not the program.
type MCTS struct {
	atlas Atlas
	sims  int
	r     *rand.Rand
}

// NewMCTS returns a player that runs sims simulations per choice.
func NewMCTS(own krieg.OwnView, start krieg.Position, sims int, r *rand.Rand) *MCTS {
	return &MCTS{atlas: NewAtlas(own, start), sims: sims, r: r}
}

// Hear updates the maps.
func (p *MCTS) Hear(_ context.Context, e krieg.Event) error { return p.atlas.hear(e) }

// Choose returns the try that was simulated most often.
func (p *MCTS) Choose(ctx context.Context) (krieg.Action, error) {
	tries := p.atlas.own.Tries()
	if len(tries) == 0 {
		return 0, ErrOver
	}
	root := newNode(tries)
	for range p.sims {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if board, ok := p.atlas.Draw(p.r); ok {
			p.simulate(root, board)
		}
	}
	best := p.r.IntN(len(tries))
	for i := range root.arms {
		if root.arms[i].n > root.arms[best].n {
			best = i
		}
	}
	return krieg.Action(tries[best]), nil
}

// node is a node of the tree; its arms are the tries.
type node struct {
	tries []krieg.Move
	arms  []arm
	n     float64
}

type arm struct {
	n, sum float64
	next   map[krieg.Percept]*node // by the announcement of the opponent's reply
}

func newNode(tries []krieg.Move) *node { return &node{tries: tries, arms: make([]arm, len(tries))} }

// The shape of a simulation.
const (
	treeDepth   = 3    // moves of the player stored in the tree
	rolloutEnds = 6    // random moves of both sides after it
	curiosity   = 0.35 // exploration constant of the choice among arms (Kocsis & Szepesvári 2006)
)

// simulate plays one game from the root on a board.
func (p *MCTS) simulate(root *node, board krieg.Position) {
	base := p.worthOf(&board)
	rules := p.atlas.own.Rules()
	at := root
	var path []*arm
	for range treeDepth {
		i := p.pick(at, &board)
		if i < 0 {
			break
		}
		at.n++
		path = append(path, &at.arms[i])
		board.Make(at.tries[i])
		if over, v := p.ended(&board); over {
			back(path, v)
			return
		}
		heard := p.reply(&board, &rules)
		if over, v := p.ended(&board); over {
			back(path, v)
			return
		}
		a := path[len(path)-1]
		if a.next == nil {
			a.next = map[krieg.Percept]*node{}
		}
		next, ok := a.next[heard]
		if !ok {
			var l chess.Moves
			board.Tries(&l)
			a.next[heard] = newNode(append([]krieg.Move(nil), l.Slice()...))
			break
		}
		at = next
	}
	back(path, p.rollout(board, base))
}

// pick chooses an arm whose try is legal on the board.
func (p *MCTS) pick(at *node, board *krieg.Position) int {
	best, top := -1, math.Inf(-1)
	for i := range at.arms {
		if !board.IsLegal(at.tries[i]) {
			continue
		}
		a := &at.arms[i]
		v := 10 + p.r.Float64()
		if a.n > 0 {
			v = a.sum/a.n + curiosity*math.Sqrt(math.Log(at.n+1)/a.n)
		}
		if v > top {
			best, top = i, v
		}
	}
	return best
}

// reply makes a random move of the opponent, preferring captures, and returns the announcement.
func (p *MCTS) reply(board *krieg.Position, rules *krieg.Rules) krieg.Percept {
	m := p.random(board)
	s := krieg.State{Pos: *board}
	heard := rules.Answer(&s, krieg.Action(m))
	*board = s.Pos
	return heard
}

// random draws a move, and a second time if the first captures nothing.
func (p *MCTS) random(board *krieg.Position) krieg.Move {
	var l chess.Moves
	board.Legal(&l)
	m := l.Slice()[p.r.IntN(l.Len())]
	if board.KindAt(m.To()) == chess.NoKind {
		m = l.Slice()[p.r.IntN(l.Len())]
	}
	return m
}

// ended reports that the side to move has no move, and the value of that to the player.
func (p *MCTS) ended(board *krieg.Position) (bool, float64) {
	checks := board.CheckDirections()
	switch {
	case board.HasMoves(checks):
		return false, 0
	case checks == 0:
		return true, 0.5
	case board.ToMove() == p.atlas.own.Me():
		return true, 0
	default:
		return true, 1
	}
}

// rollout plays some random moves and returns the score by the material won.
func (p *MCTS) rollout(board krieg.Position, base float64) float64 {
	for range rolloutEnds {
		if over, v := p.ended(&board); over {
			return v
		}
		board.Make(p.random(&board))
	}
	won := p.worthOf(&board) - base
	return 0.5 + 0.4*math.Tanh(won/5)
}

// worthOf returns the player's material minus the opponent's.
func (p *MCTS) worthOf(board *krieg.Position) float64 {
	me := p.atlas.own.Me()
	return float64(board.Pawns(board.Men(me)) - board.Pawns(board.Men(me.Other())))
}

func back(path []*arm, v float64) {
	for _, a := range path {
		a.n++
		a.sum += v
	}
}
