// SPDX-License-Identifier: BSD-3-Clause

package wholegame

import (
	"math/rand/v2"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
)

// Model is a game from a start that both players know. The zero value is White's game from the
// initial position, under rules that announce only captures, checks and the end.
type Model struct {
	Rules krieg.Rules
	Me    krieg.Color
	// From is the start; nil means the initial position.
	From *krieg.Position
	// Opponent weighs the opponent's moves; nil means that all legal moves are equally likely.
	Opponent cloud.Opponent
}

// State is a hidden state: the whole board, and the public part of the player's turn.
type State struct {
	krieg.State

	Me        krieg.Color
	Last      krieg.Move // the opponent's last move, if a model of the opponent uses it
	Announced uint64     // pawn captures announced to the player, as in krieg.Percept
	Refused   [4]uint64  // set of the tries refused in this turn, by their index in Position.Tries
	Base      int8       // the player's material minus the opponent's when the state was drawn
	Moves     uint8      // of the player since the state was drawn, as counted by [Search]
}

var (
	_ veil.Model[State, krieg.Action, Turn]      = (*Model)(nil)
	_ veil.Enumerator[State, krieg.Action, Turn] = (*Model)(nil)
	_ veil.Judge[State]                          = (*Model)(nil)
	_ veil.Rejecter[Turn]                        = (*Model)(nil)
)

// start returns the position before the first move.
func (m *Model) start() krieg.Position {
	if m.From == nil {
		return chess.Start()
	}
	return *m.From
}

// Start returns the start, which is known.
func (m *Model) Start(*rand.Rand) State {
	p := m.start()
	said := m.Rules.Announcement(&p)
	return State{State: krieg.State{Pos: p, Over: said.Result}, Me: m.Me, Announced: said.Tries}
}

// AppendStarts appends the start.
func (m *Model) AppendStarts(dst []veil.Weighted[State]) []veil.Weighted[State] {
	return append(dst, veil.Weighted[State]{State: m.Start(nil), P: 1})
}

// AppendActions appends the tries that the announcements allow and that were not refused in this
// turn, and the question if it may be asked; or [krieg.Wait] if the opponent moves first.
func (m *Model) AppendActions(dst []krieg.Action, s *State) []krieg.Action {
	switch {
	case s.Over != krieg.Running:
		return dst
	case s.Pos.ToMove() != s.Me:
		return append(dst, krieg.Wait)
	}
	var l chess.Moves
	s.Pos.Tries(&l)
	for i, t := range l.Slice() {
		if m.allows(s, i, t) {
			dst = append(dst, krieg.Action(t))
		}
	}
	if m.Rules.MayAsk(&s.State) {
		dst = append(dst, krieg.AskAny)
	}
	return dst
}

// allows reports whether the player may try the move with an index among all tries. It is the rule
// of krieg.OwnView.Tries, on public facts alone: a board drawn from maps need not agree with the
// announcements.
func (m *Model) allows(s *State, index int, t krieg.Move) bool {
	pawn := s.Pos.IsPawnCapture(t)
	switch {
	case s.Asked == krieg.Owing && !pawn:
		return false
	case s.Asked == krieg.Owing && m.Rules.Any == krieg.AnyTry:
		return true
	case pawn && !m.mayTake(s, t.From()):
		return false
	default:
		return s.Refused[index>>6]>>(index&63)&1 == 0
	}
}

// mayTake reports whether the pawn on a square may have a capture, by the announcements.
func (m *Model) mayTake(s *State, from krieg.Square) bool {
	switch {
	case s.Asked == krieg.AnsweredNo:
		return false
	case m.Rules.PawnTries == krieg.TriesWhether:
		return s.Announced != 0
	case m.Rules.PawnTries == krieg.TriesSquares:
		return s.Announced&from.Bit() != 0
	default:
		return true
	}
}

// Step performs an action of the player and, if that ends the turn, a move of the opponent. A win
// earns 1 and a draw ½.
func (m *Model) Step(r *rand.Rand, s *State, a krieg.Action) (o Turn, reward float64, done bool) {
	before, open := m.own(s, a, &o)
	if open {
		var l chess.Moves
		var weights [256]float64
		sum := m.replies(s, before, krieg.Record{}, &l, weights[:])
		u, i := r.Float64()*sum, 0
		for ; i < l.Len()-1; i++ {
			if u -= weights[i]; u < 0 {
				break
			}
		}
		m.reply(s, l.Slice()[i], &o)
	}
	return o, m.reward(s), s.Over != krieg.Running
}

// own performs an action of the player. It describes the move for the opponent, and reports whether
// the opponent moves now.
func (m *Model) own(s *State, a krieg.Action, o *Turn) (before cloud.Before, open bool) {
	if a == krieg.Wait {
		return cloud.Before{Last: s.Last}, true
	}
	index := -1
	if a != krieg.AskAny {
		index = indexOf(&s.Pos, krieg.Move(a))
	}
	o.Own = m.Rules.Answer(&s.State, a)
	s.hear(o.Own, index)
	before.Taken, before.Took = o.Own.Capture()
	before.Last = s.Last
	return before, o.Own.Answer == krieg.Yes && s.Over == krieg.Running
}

// based returns the state as one that was just drawn.
func (s State) based() State {
	s.Base, s.Moves = int8(material(&s)), 0
	return s
}

// material returns the player's material minus the opponent's, in pawns.
func material(s *State) int {
	return s.Pos.Pawns(s.Pos.Men(s.Me)) - s.Pos.Pawns(s.Pos.Men(s.Me.Other()))
}

// hear updates the public part of the turn after the answer to a try with an index.
func (s *State) hear(o krieg.Percept, index int) {
	switch o.Answer {
	case krieg.Yes:
		s.Refused, s.Announced = [4]uint64{}, 0
	case krieg.No:
		s.Refused[index>>6] |= 1 << (index & 63)
	default:
	}
}

// indexOf returns the index of a move among all tries.
func indexOf(p *krieg.Position, m krieg.Move) int {
	var l chess.Moves
	p.Tries(&l)
	for i, t := range l.Slice() {
		if t == m {
			return i
		}
	}
	return 0
}

// replies lists the opponent's moves that the record of its turn allows, with weights, and returns
// the sum of the weights.
func (m *Model) replies(s *State, before cloud.Before, turn krieg.Record, l *chess.Moves, weights []float64) (sum float64) {
	turn.Moves(&s.Pos, l)
	weights = weights[:l.Len()]
	if m.Opponent == nil {
		for i := range weights {
			weights[i] = 1
		}
		return float64(l.Len())
	}
	m.Opponent.Weigh(&s.Pos, before, l.Slice(), weights)
	for _, w := range weights {
		sum += w
	}
	return sum
}

// reply makes a move of the opponent.
func (m *Model) reply(s *State, move krieg.Move, o *Turn) {
	s.Asked = krieg.NotAsked
	o.Reply, o.Moved = m.Rules.Answer(&s.State, krieg.Action(move)), true
	s.Announced = o.Reply.Tries
	if m.Opponent != nil {
		s.Last = move
	}
}

// AppendOutcomes appends the one outcome of an action that does not end the turn, or every reply of
// the opponent.
func (m *Model) AppendOutcomes(dst []veil.Outcome[State, Turn], s *State, a krieg.Action) []veil.Outcome[State, Turn] {
	return m.appendOutcomes(dst, s, a, Turn{})
}

// appendOutcomes is AppendOutcomes after the opponent's refused tries and question of heard: there
// is no outcome if the board does not allow them.
func (m *Model) appendOutcomes(dst []veil.Outcome[State, Turn], s *State, a krieg.Action, heard Turn) []veil.Outcome[State, Turn] {
	next, o := *s, Turn{Refused: heard.Refused, Asked: heard.Asked, Later: heard.Later}
	before, open := m.own(&next, a, &o)
	if !open {
		o.Refused, o.Asked, o.Later = 0, krieg.Yes, 0
		return append(dst, m.outcome(next, o, 1))
	}
	turn, ok := m.explain(&next.Pos, o)
	if !ok {
		return dst
	}
	var l chess.Moves
	var weights [256]float64
	sum := m.replies(&next, before, turn, &l, weights[:])
	for i, move := range l.Slice() {
		after, said := next, o
		m.reply(&after, move, &said)
		dst = append(dst, m.outcome(after, said, weights[i]/sum))
	}
	return dst
}

// explain returns the record of the opponent's refused tries and question, and whether the board
// allows them.
func (m *Model) explain(p *krieg.Position, o Turn) (turn krieg.Record, ok bool) {
	for _, e := range o.before(p.ToMove()) {
		turn = m.Rules.Follow(turn, e)
		if !m.Rules.Explains(p, turn, e) {
			return turn, false
		}
	}
	return turn, true
}

func (m *Model) outcome(s State, o Turn, p float64) veil.Outcome[State, Turn] {
	return veil.Outcome[State, Turn]{State: s, Seen: o, Reward: m.reward(&s), Done: s.Over != krieg.Running, P: p}
}

// Status returns whether the player has won. A draw counts as lost.
func (m *Model) Status(s *State) veil.Status {
	rules := krieg.Model{Rules: m.Rules, Me: s.Me}
	return rules.Status(&s.State)
}

func (m *Model) reward(s *State) float64 {
	switch {
	case s.Over == krieg.Running:
		return 0
	case m.Status(s) == veil.Won:
		return 1
	case s.Over == krieg.DeadDraw, s.Over == krieg.Stalemate && !m.Rules.StalemateLoses:
		return 0.5
	default:
		return 0
	}
}

// Rejected reports an answer after which it is still the player's turn.
func (m *Model) Rejected(o Turn) bool { return o.Own.Answer != krieg.Yes }
