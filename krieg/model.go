// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// Model is a Kriegspiel problem as one player sees it: the rules, the player's side, and the boards
// that are possible at the start, all with the same men of that side. The zero value is White
// before the first move, under rules that announce only captures, checks and the end.
//
// A turn of the opponent is the action [Wait]. Probabilities assume an opponent who chooses
// uniformly among the legal moves and makes no tries that are refused. Proofs use AppendReplies,
// which assumes nothing.
type Model struct {
	Rules  Rules
	Me     Color
	Starts []Position
}

var (
	_ veil.Model[State, Action, Percept]      = (*Model)(nil)
	_ veil.Enumerator[State, Action, Percept] = (*Model)(nil)
	_ veil.Adversary[State, Percept]          = (*Model)(nil)
	_ veil.Judge[State]                       = (*Model)(nil)
	_ veil.Rejecter[Percept]                  = (*Model)(nil)
)

// Start draws one of the possible boards.
func (m *Model) Start(r *rand.Rand) State {
	if len(m.Starts) == 0 {
		return State{Pos: chess.Start()}
	}
	return m.state(m.Starts[r.IntN(len(m.Starts))])
}

// AppendStarts appends every possible board, all equally likely.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	if len(m.Starts) == 0 {
		return append(dst, veil.Weighted[State]{State: State{Pos: chess.Start()}, P: 1})
	}
	for _, p := range m.Starts {
		dst = append(dst, veil.Weighted[State]{State: m.state(p), P: 1 / float64(len(m.Starts))})
	}
	return dst
}

func (m *Model) state(p Position) State {
	return State{Pos: p, Over: m.Rules.Announcement(&p).Result}
}

// AppendActions appends the actions of the player: the tries, and the question if it may be
// asked; or [Wait] in the opponent's turn.
func (m *Model) AppendActions(dst []Action, s *State) []Action {
	if s.Over != Running {
		return dst
	}
	if s.Pos.ToMove() != m.Me {
		return append(dst, Wait)
	}
	var l chess.Moves
	m.Rules.Tries(s, &l)
	for _, t := range l.Slice() {
		dst = append(dst, Action(t))
	}
	if m.Rules.MayAsk(s) {
		dst = append(dst, AskAny)
	}
	return dst
}

// Step performs an action. The reward is 1 for a win, -1 for a loss, 0 for a draw.
func (m *Model) Step(r *rand.Rand, s *State, a Action) (o Percept, reward float64, done bool) {
	if a == Wait {
		var l chess.Moves
		s.Pos.Legal(&l)
		a = Action(l.Slice()[r.IntN(l.Len())])
	}
	o = m.Rules.Answer(s, a)
	return o, m.reward(s), s.Over != Running
}

// AppendOutcomes appends the one outcome of a try, or every reply of the opponent.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Percept], s *State, a Action) []veil.Outcome[State, Percept] {
	if a != Wait {
		return append(dst, m.outcome(*s, a, 1))
	}
	var l chess.Moves
	s.Pos.Legal(&l)
	for _, reply := range l.Slice() {
		dst = append(dst, m.outcome(*s, Action(reply), 1/float64(l.Len())))
	}
	return dst
}

func (m *Model) outcome(s State, a Action, p float64) veil.Outcome[State, Percept] {
	o := m.Rules.Answer(&s, a)
	return veil.Outcome[State, Percept]{State: s, Seen: o, Reward: m.reward(&s), Done: s.Over != Running, P: p}
}

// AppendReplies appends every legal move of the opponent. Refused tries and questions are left out:
// they only give the player more information (Russell & Wolfe 2005, theorem 2).
func (m *Model) AppendReplies(dst []veil.Reply[State, Percept], s *State) []veil.Reply[State, Percept] {
	if s.Over != Running || s.Pos.ToMove() == m.Me {
		return dst
	}
	var l chess.Moves
	s.Pos.Legal(&l)
	for _, reply := range l.Slice() {
		next := State{Pos: s.Pos}
		o := m.Rules.move(&next.Pos, reply)
		next.Over = o.Result
		dst = append(dst, veil.Reply[State, Percept]{State: next, Seen: o})
	}
	return dst
}

// Status returns whether the player has won. A draw counts as lost.
func (m *Model) Status(s *State) veil.Status {
	if s.Over == Running {
		return veil.Open
	}
	mover := s.Pos.ToMove().Other()
	decided := s.Over == Mate || s.Over == MaterialWin || s.Over == Stalemate && m.Rules.StalemateLoses
	if decided && mover == m.Me {
		return veil.Won
	}
	return veil.Lost
}

func (m *Model) reward(s *State) float64 {
	switch {
	case m.Status(s) == veil.Won:
		return 1
	case m.Status(s) == veil.Open, s.Over == DeadDraw, s.Over == Stalemate && !m.Rules.StalemateLoses:
		return 0
	default:
		return -1
	}
}

// Rejected reports an answer after which it is still the player's turn: a refused try
// or an answered question. A question changes the state, but only what is public.
func (m *Model) Rejected(o Percept) bool { return o.Answer != Yes }
