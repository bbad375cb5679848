// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

var _ veil.Namer[State, Action, Percept] = (*Model)(nil)

// ClassifyLastPly sets, for each action, whether it mates, whether it is refused, and whether it is
// refused and changes the public part of the turn, as the question "Are there any?" does.
func (m *Model) ClassifyLastPly(s *State, actions []Action, refused, won, changed []uint64) {
	legal := reachOf(&s.Pos)
	checking := s.Pos.Checking()
	onlyMate := !m.Rules.StalemateLoses && !m.Rules.MaterialWins
	for i, a := range actions {
		set := refused
		switch move := Move(a); {
		case a == AskAny:
			set = changed
		case legal[move.From()]&move.To().Bit() == 0:
			if s.Asked == Owing && m.Rules.Any == AnyTry {
				set = changed
			}
		case onlyMate && !checking.May(move):
			continue
		case m.finishes(s.Pos, move):
			set = won
		default:
			continue
		}
		set[i/64] |= 1 << (i % 64)
	}
}

// reachOf returns, for every square, the squares to which the man on it can go. It assumes that
// promotions are complete: a pawn reaching the last rank names a kind.
func reachOf(p *Position) [64]uint64 {
	var l chess.Moves
	p.Legal(&l)
	var reach [64]uint64
	for _, m := range l.Slice() {
		reach[m.From()] |= m.To().Bit()
	}
	return reach
}

// finishes reports whether a legal move of the player wins at once.
func (m *Model) finishes(p Position, move chess.Move) bool {
	p.Make(move)
	checks := p.CheckDirections()
	if checks == 0 && !m.Rules.StalemateLoses && !m.Rules.MaterialWins {
		return false
	}
	s := State{Pos: p, Over: m.Rules.result(&p, checks)}
	return m.Status(&s) == veil.Won
}

// NameState returns a state as text: the board in Forsyth-Edwards notation and, except at the start
// of a turn, how the game ended and the stage of the question.
func (m *Model) NameState(s *State) string {
	text := s.Pos.String()
	if s.Over != Running {
		text += " " + s.Over.String()
	}
	return text + askedNames()[s.Asked%4]
}

func askedNames() [4]string { return [...]string{"", " owing", " told no", " free"} }

// ParseState reads the output of [Model.NameState].
func ParseState(text string) (State, error) {
	var s State
	for i, name := range askedNames() {
		if rest, ok := strings.CutSuffix(text, name); ok && i > 0 {
			s.Asked, text = Asked(i), rest
			break
		}
	}
	for r := Mate; r <= MaterialWin; r++ {
		if rest, ok := strings.CutSuffix(text, " "+r.String()); ok {
			s.Over, text = r, rest
			break
		}
	}
	var err error
	s.Pos, err = chess.ParseFEN(text)
	return s, err
}

// NameAction returns an action as text.
func (m *Model) NameAction(a Action) string { return a.String() }

// NameSeen returns an announcement in the words of the referee log.
func (m *Model) NameSeen(o Percept) string { return o.Describe(m.Rules) }
