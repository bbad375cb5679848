// SPDX-License-Identifier: BSD-3-Clause

package krieg

import "github.com/veilplan/veil/krieg/chess"

// Record is the public part of a turn so far: the stage of "Are there any?", and how many refusals
// were announced before and after it. The zero value is the start of a turn.
type Record struct {
	asked  Asked
	before int
	after  int
}

// Follow returns the record after an event.
func (r *Rules) Follow(t Record, e Event) Record {
	switch e.Heard.Answer {
	case AnyYes:
		t.asked = Owing
	case AnyNo:
		t.asked = AnsweredNo
	case No:
		if t.asked == NotAsked {
			t.before++
			return t
		}
		t.after++
		if t.asked == Owing && r.Any == AnyTry {
			t.asked = Free
		}
	default:
		return Record{}
	}
	return t
}

// Explains reports whether event e, which moves no man, is consistent with p; t is the record with
// e included. A player's own try is known. Of the opponent's tries only the number is known, so p
// must have that many different ones.
func (r *Rules) Explains(p *Position, t Record, e Event) bool {
	switch e.Heard.Answer {
	case AnyYes, AnyNo:
		n, _ := p.PawnCaptures()
		return (n > 0) == (e.Heard.Answer == AnyYes)
	case No:
		if e.Action != Wait {
			return !p.IsLegal(Move(e.Action))
		}
		return r.couldRefuse(p, t)
	default:
		return false
	}
}

// couldRefuse reports whether the side to move has enough different illegal tries for the refusals
// in t.
//
// Nearly always more pawns could try to capture on an empty square than there were refusals, and
// those are counted faster than all tries.
func (r *Rules) couldRefuse(p *Position, t Record) bool {
	if t.asked != AnsweredNo && (r.PawnTries == NoTries || r.PawnTries == TriesCount) && p.VainPawnCaptures() >= max(1, t.before+t.after) {
		return true
	}
	all, pawns := r.illegalTries(p)
	switch t.asked {
	case AnsweredNo: // captures by pawns are nonsense after the question
		return all-pawns >= t.after && all >= t.before+t.after
	case Owing: // after the question only captures by pawns
		return pawns >= t.after && all >= t.before+t.after
	case Free:
		// One capture by a pawn was tried to pay for the answer; it may be one that
		// was refused before.
		return pawns > 0 && all >= t.before+t.after-min(t.before, 1)
	default:
		return all >= t.before
	}
}

// illegalTries counts the tries of the side to move that are illegal, and how many of
// those are captures by pawns.
func (r *Rules) illegalTries(p *Position) (all, pawns int) {
	var tries, legal chess.Moves
	s := State{Pos: *p}
	r.Tries(&s, &tries)
	p.Legal(&legal)
	for _, m := range tries.Slice() {
		if p.IsPawnCapture(m) {
			pawns++
		}
	}
	for _, m := range legal.Slice() {
		if p.IsPawnCapture(m) {
			pawns--
		}
	}
	return tries.Len() - legal.Len(), pawns
}

// Hears makes m, a legal move, in p and reports whether its announcement is o. If it is not, p is
// left in an unspecified state.
func (r *Rules) Hears(p *Position, m Move, o *Percept) bool {
	return r.hearsMove(p, m, o) && r.hearsAfter(p, o)
}

// hearsMove is the part of Hears that depends on the move, and whether check is announced:
// comparisons that are cheap. Nearly all the time of an estimate is spent here.
func (r *Rules) hearsMove(p *Position, m Move, o *Percept) bool {
	if !r.hearsCapture(p, m, o) || o.Promotion != (r.AnnouncePromotion && m.Promotion() != chess.NoKind) {
		return false
	}
	p.Make(m)
	return p.CheckDirections() == o.Checks
}

// hearsAfter is the rest of Hears, which depends on the position after the move alone.
func (r *Rules) hearsAfter(p *Position, o *Percept) bool {
	if r.result(p, o.Checks) != o.Result {
		return false
	}
	if o.Result != Running || r.PawnTries == NoTries {
		return o.Tries == 0
	}
	return r.announcedTries(p) == o.Tries
}

func (r *Rules) hearsCapture(p *Position, m Move, o *Percept) bool {
	ep, _ := p.EnPassant()
	if p.Occupied()&m.To().Bit() == 0 && m.To() != ep {
		return o.capture == 0 && o.Captured == NoClass && o.Capturer == NoClass && !o.EnPassant
	}
	said := r.capture(p, m)
	return said.capture == o.capture && said.Captured == o.Captured &&
		said.Capturer == o.Capturer && said.EnPassant == o.EnPassant
}

// Asked returns the stage of the question.
func (t Record) Asked() Asked { return t.asked }

// Moves replaces l by the legal moves of the side to move that the turn so far allows.
func (t Record) Moves(p *Position, l *chess.Moves) {
	if p.Legal(l); t.mustTake() {
		l.Filter(p.IsPawnCapture)
	}
}

// mustTake reports whether the only moves the side to move may make are captures by pawns.
func (t Record) mustTake() bool { return t.asked == Owing }
