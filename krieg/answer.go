// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"math/bits"

	"github.com/veilplan/veil/krieg/chess"
)

// Action is a choice of a player: try a move, ask "Are there any?", or wait for the opponent.
type Action Move

// The actions that are not moves.
const (
	Wait   Action = 0
	AskAny Action = 0xffff
)

// String returns the move in coordinates, "any?" or "wait".
func (a Action) String() string {
	switch a {
	case Wait:
		return "wait"
	case AskAny:
		return "any?"
	default:
		return Move(a).String()
	}
}

// Asked is the stage of the question "Are there any?" in this turn.
type Asked uint8

// The stages of the question.
const (
	NotAsked   Asked = iota
	Owing            // yes: a capture by a pawn is owed
	AnsweredNo       // no: the referee rejects captures by pawns as nonsense
	Free             // the owed capture was tried and refused
)

// State is a hidden state: the whole board, the result if the game is over, and the public
// part of the turn, which decides what may be tried next.
type State struct {
	Pos   Position
	Over  Result
	Asked Asked
}

// Tries replaces l by the moves that the side to move may try in s. They depend only on
// announcements to that side.
func (r *Rules) Tries(s *State, l *chess.Moves) {
	s.Pos.Tries(l)
	owing := s.Asked == Owing
	from := ^uint64(0)
	switch {
	case s.Asked == AnsweredNo:
		from = 0
	case r.PawnTries == TriesWhether || r.PawnTries == TriesSquares:
		n, squares := s.Pos.PawnCaptures()
		if r.PawnTries == TriesSquares || n == 0 {
			from = squares
		}
	}
	if !owing && from == ^uint64(0) {
		return
	}
	l.Filter(func(m Move) bool {
		if s.Pos.IsPawnCapture(m) {
			return from&m.From().Bit() != 0
		}
		return !owing
	})
}

// MayAsk reports whether "Are there any?" may be asked in s.
func (r *Rules) MayAsk(s *State) bool {
	return r.Any != NoAny && s.Asked == NotAsked && s.Over == Running
}

// Answer performs an action of the side to move and returns the referee's announcement. The action
// must be one that may be tried. A refused try leaves the board unchanged.
func (r *Rules) Answer(s *State, a Action) Percept {
	if a == AskAny {
		if n, _ := s.Pos.PawnCaptures(); n == 0 {
			s.Asked = AnsweredNo
			return Percept{Answer: AnyNo}
		}
		s.Asked = Owing
		return Percept{Answer: AnyYes}
	}
	m := Move(a)
	if !s.Pos.IsLegal(m) {
		if s.Asked == Owing && r.Any == AnyTry {
			s.Asked = Free
		}
		return Percept{Answer: No}
	}
	o := r.move(&s.Pos, m)
	s.Over, s.Asked = o.Result, NotAsked
	return o
}

// move makes a legal move and returns its announcement.
func (r *Rules) move(p *Position, m Move) Percept {
	o := r.capture(p, m)
	if r.AnnouncePromotion {
		o.Promotion = m.Promotion() != chess.NoKind
	}
	p.Make(m)
	r.after(p, &o)
	return o
}

// after adds the announcements about the position after a move.
func (r *Rules) after(p *Position, o *Percept) {
	o.Checks = p.CheckDirections()
	o.Result = r.result(p, o.Checks)
	if o.Result == Running && r.PawnTries != NoTries {
		o.Tries = r.announcedTries(p)
	}
}

// result returns the result of the game for the side to move, which is in check from the given
// directions.
func (r *Rules) result(p *Position, checks Directions) Result {
	switch {
	case !p.HasMoves(checks):
		if checks != 0 {
			return Mate
		}
		return Stalemate
	case p.DeadDrawn():
		return DeadDraw
	case r.MaterialWins && materialWin(p, p.ToMove().Other()):
		return MaterialWin
	default:
		return Running
	}
}

// capture returns the announcement of the capture that the legal move m makes, if any.
func (r *Rules) capture(p *Position, m Move) Percept {
	var o Percept
	to := m.To()
	taken := p.KindAt(to)
	landing := to
	if taken == chess.NoKind {
		ep, ok := p.EnPassant()
		if !ok || ep != to || !p.IsPawnCapture(m) {
			return o
		}
		taken = chess.Pawn
		if o.EnPassant = r.AnnounceEnPassant; !r.AnnounceEnPassant {
			landing ^= 8 // the square of the captured pawn
		}
	}
	o = o.WithCapture(landing)
	if r.CapturedClass {
		o.Captured = classOf(taken)
	}
	if r.CapturerClass {
		o.Capturer = classOf(p.KindAt(m.From()))
	}
	return o
}

// announcedTries returns the announcement about pawn captures of the side to move.
func (r *Rules) announcedTries(p *Position) uint64 {
	n, from := p.PawnCaptures()
	switch r.PawnTries {
	case TriesCount:
		return uint64(n)
	case TriesWhether:
		return uint64(min(n, 1))
	case TriesSquares:
		return from
	default:
		return 0
	}
}

// Announcement returns the announcements to the side to move at the start of its turn that do not
// depend on the last move: check, the end of the game, its pawn captures. States that differ in
// them cannot belong to one belief.
func (r *Rules) Announcement(p *Position) Percept {
	var o Percept
	r.after(p, &o)
	return o
}

// materialWin reports whether c has, guarded by its king, men that force mate against a bare king:
// a queen, a rook, a pawn not on the edge, two bishops of different colours, or bishop and knight.
func materialWin(p *Position, c Color) bool {
	theirs := p.Men(c.Other())
	if theirs&(theirs-1) != 0 {
		return false
	}
	guarded := p.Men(c) & chess.KingAttacks(p.King(c))
	const edges = 0x8181818181818181
	if guarded&(p.All(chess.Queen)|p.All(chess.Rook)|p.All(chess.Pawn)&^edges) != 0 {
		return true
	}
	bishops := guarded & p.All(chess.Bishop)
	if bishops != 0 && guarded&p.All(chess.Knight) != 0 {
		return true
	}
	return bits.OnesCount64(bishops) > 1 && bishops&chess.DarkSquares != 0 && bishops&^chess.DarkSquares != 0
}
