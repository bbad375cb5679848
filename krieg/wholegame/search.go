// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/search/uct"
)

// Search is a game as tree searches see it: it ends after some moves, with an estimate in place of
// the result. It knows an order of tries, an evaluation, and moves that need no search.
type Search struct {
	Model *Model
	// Moves is the number of the player's moves after which a simulation ends; 0 means no limit.
	Moves int
	// Plies is the number of random moves of both sides before a board is evaluated.
	Plies int
	// Weights evaluate boards and order tries; nil means that material alone counts.
	Weights *tactics.Weights
	// Book, if not nil, contains sure wins against a bare king.
	Book *ending.Book
}

var (
	_ veil.Model[State, krieg.Action, Turn]  = (*Search)(nil)
	_ uct.Continuer[State]                   = (*Search)(nil)
	_ uct.Guide[State, krieg.Action, Turn]   = (*Search)(nil)
	_ uct.Forcer[State, krieg.Action, Turn]  = (*Search)(nil)
	_ uct.Adviser[State, krieg.Action, Turn] = (*Search)(nil)
)

// Start returns the start of the model.
func (g *Search) Start(r *rand.Rand) State { return g.Model.Start(r).based() }

// AppendActions appends the actions of the model.
func (g *Search) AppendActions(dst []krieg.Action, s *State) []krieg.Action {
	return g.Model.AppendActions(dst, s)
}

// Step is the step of the model. A game that ends by the limit of moves earns the estimate.
func (g *Search) Step(r *rand.Rand, s *State, a krieg.Action) (o Turn, reward float64, done bool) {
	o, reward, done = g.Model.Step(r, s, a)
	if done || !o.Moved {
		return o, reward, done
	}
	if s.Moves++; g.Moves > 0 && int(s.Moves) >= g.Moves {
		return o, g.Continue(r, s), true
	}
	return o, reward, done
}

// Continue returns the estimate of the result after some random moves of both sides.
func (g *Search) Continue(r *rand.Rand, s *State) float64 {
	for range g.Plies {
		if s.Over != krieg.Running {
			return g.Model.reward(s)
		}
		m := wander(&s.Pos, r)
		s.Pos.Make(m)
		s.Over = ended(&s.Pos)
	}
	if s.Over != krieg.Running {
		return g.Model.reward(s)
	}
	return g.estimate(s)
}

// ended returns how a game ended in which the side to move has no move.
func ended(p *krieg.Position) krieg.Result {
	checks := p.CheckDirections()
	switch {
	case p.HasMoves(checks):
		return krieg.Running
	case checks == 0:
		return krieg.Stalemate
	default:
		return krieg.Mate
	}
}

// wander draws a move, and a second time if the first captures nothing.
func wander(p *krieg.Position, r *rand.Rand) krieg.Move {
	var l chess.Moves
	p.Legal(&l)
	m := l.Slice()[r.IntN(l.Len())]
	if p.KindAt(m.To()) == chess.NoKind {
		m = l.Slice()[r.IntN(l.Len())]
	}
	return m
}

// estimate returns the estimated result by what changed since the state was drawn. With weights, a
// side that was ahead when the state was drawn expects more than a draw.
func (g *Search) estimate(s *State) float64 {
	if g.Weights == nil {
		return 0.5 + 0.4*math.Tanh(float64(material(s)-int(s.Base))/5)
	}
	v := g.Weights.Value(g.Model.Rules, s.Me, &s.Pos) - float64(s.Base)
	return 0.5 + 0.2*math.Tanh(float64(s.Base)/8) + 0.28*math.Tanh(v/4)
}

// The order of tries.
const (
	rankedBoards = 48   // on which tries are judged
	warmth       = 0.35 // pawns, by which a try may be worse and have 1/e of the weight
	asking       = 0.2  // the share of the best weight for a question that is likely to be answered yes
)

// AppendPriors weighs the actions by their evaluation on some boards. Below the root all weights are
// equal: an evaluation would cost more than the simulations there.
func (g *Search) AppendPriors(dst []float64, b veil.Belief[State, krieg.Action, Turn], actions []krieg.Action) []float64 {
	values, ok := g.rank(b)
	if !ok {
		return append(dst, slices.Repeat([]float64{1}, len(actions))...)
	}
	top := math.Inf(-1)
	for _, v := range values {
		top = max(top, v)
	}
	for _, a := range actions {
		v, ok := values[a]
		if !ok {
			v = top + warmth*math.Log(asking)
		}
		dst = append(dst, math.Exp(max((v-top)/warmth, -20)))
	}
	return dst
}

// AppendCandidates appends the actions, the best by evaluation first.
func (g *Search) AppendCandidates(dst []krieg.Action, b veil.Belief[State, krieg.Action, Turn]) []krieg.Action {
	s := b.Sample(rand.New(rand.NewPCG(0, 0)))
	actions := g.AppendActions(nil, &s)
	priors := g.AppendPriors(nil, b, actions)
	order := make([]int, len(actions))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(priors[y], priors[x]) })
	for _, i := range order {
		dst = append(dst, actions[i])
	}
	return dst
}

// rank returns the value of every try, in pawns, on some boards of a belief.
func (g *Search) rank(b veil.Belief[State, krieg.Action, Turn]) (map[krieg.Action]float64, bool) {
	k, ok := b.(knower)
	if !ok || g.Weights == nil {
		return nil, false
	}
	p := k.known()
	if p.own.ToMove() != p.own.Me() || p.turn.Over != krieg.Running {
		return nil, false
	}
	repeats := func(m krieg.Move) float64 { return -g.Weights.Repeat * float64(p.again(m)) }
	ranked, err := tactics.Evaluation{Weights: *g.Weights, Scope: tactics.DefaultScope()}.Rank(context.Background(), p.own, k.boards(rankedBoards), repeats)
	if err != nil {
		return nil, false
	}
	values := make(map[krieg.Action]float64, len(ranked))
	for _, t := range ranked {
		values[krieg.Action(t.Try)] = t.Value
	}
	return values, true
}

// Forced returns a try of a sure win against a bare king, if the belief contains every square on which
// the king may be.
func (g *Search) Forced(b veil.Belief[State, krieg.Action, Turn]) (krieg.Action, bool) {
	k, ok := b.(knower)
	if !ok || g.Book == nil || k.known().own.Hidden() != 1 {
		return 0, false
	}
	states, all := k.complete()
	if !all {
		return 0, false
	}
	p := k.known()
	var kings uint64
	for i := range states {
		kings |= states[i].State.Pos.Men(p.own.Me().Other())
	}
	own := p.own.Board()
	a, ok := g.Book.Try(own, kings)
	if !ok {
		a, ok = g.Book.Crowd(p.own.Rules(), own, kings, p.again)
	}
	return a, ok && slices.Contains(p.own.Tries(), krieg.Move(a))
}
