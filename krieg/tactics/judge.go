// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"math"
	"math/bits"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// judge evaluates full boards for one side.
type judge struct {
	Weights

	rules krieg.Rules
	me    krieg.Color
	men   [8]float64 // the values of men, by the codes of kinds
}

func newJudge(w Weights, rules krieg.Rules, me krieg.Color) judge {
	return judge{w, rules, me, [8]float64{chess.Pawn: w.PawnWorth, chess.Knight: w.KnightWorth, chess.Bishop: w.BishopWorth, chess.Rook: w.RookWorth, chess.Queen: w.QueenWorth}}
}

// scene is a board before the player's move, and the squares the opponent attacks on it.
type scene struct {
	pos     krieg.Position
	attacks chess.Attacked
	lines   uint64 // attacked along lines, which a move may open or close
}

func (j *judge) scene(p *krieg.Position) scene {
	a := p.Attacked(j.me.Other())
	return scene{*p, a, a[chess.Bishop] | a[chess.Rook] | a[chess.Queen]}
}

// after returns the squares the opponent attacks after a move. Most moves do not change them: they
// capture nothing and begin and end off the lines.
func (s *scene) after(p *krieg.Position, m krieg.Move, took bool) chess.Attacked {
	touched := m.From().Bit() | m.To().Bit()
	castles := p.KindAt(m.To()) == chess.King && steps(m.From(), m.To()) > 1
	_, passing := s.pos.EnPassant()
	if took || castles || passing || s.lines&touched != 0 {
		return p.Attacked(p.ToMove())
	}
	return s.attacks
}

// made evaluates the board that the legal move m leads to, and reports whether it mates.
func (j *judge) made(before *scene, m krieg.Move) (v float64, mates bool) {
	p := before.pos
	took := p.KindAt(m.To()) != chess.NoKind
	p.Make(m)
	checks := p.CheckDirections()
	switch {
	case !p.HasMoves(checks):
		if checks != 0 || j.rules.StalemateLoses {
			return j.Mate, true
		}
		return -j.Draw, false
	case p.DeadDrawn():
		return -j.Draw, false
	}
	seen := 0.0 // the chance that the moved man is captured, if it can be
	if took {
		seen = j.Recapture
	}
	if checks != 0 {
		seen = max(seen, j.Exposed)
	}
	v = j.board(&p, before.after(&p, m, took), m.To(), seen)
	if checks != 0 {
		v += j.Check
	}
	return j.settled(v), false
}

// Value evaluates a full board for side me in pawns, as if the opponent were to move.
func (w Weights) Value(rules krieg.Rules, me krieg.Color, p *krieg.Position) float64 {
	j := newJudge(w, rules, me)
	return j.board(p, p.Attacked(me.Other()), chess.NoSquare, 0)
}

// settled turns pawns into winning chances, on a scale that ends with a mate: another queen counts
// little for a side that is winning anyway, which should not risk anything for it.
func (j *judge) settled(v float64) float64 {
	if j.Mate == 0 {
		return v
	}
	x := v / j.Mate
	return v / math.Sqrt(1+float64(x*x))
}

// board evaluates a board on which the opponent is to move and attacks the squares other. A man on
// to, if it can be captured, is captured with the chance seen.
func (j *judge) board(p *krieg.Position, other chess.Attacked, to krieg.Square, seen float64) float64 {
	mine, theirs := p.Men(j.me), p.Men(j.me.Other())
	ours := p.Attacked(j.me)
	safe, hit := ours.Any(), other.Any()
	v := float64(j.Material * j.material(p, mine, theirs))
	v -= j.risks(p, mine&hit, &other, safe, to, seen)
	v += j.threats(p, theirs&safe, &ours, hit)
	v += float64(j.Mobility * float64(bits.OnesCount64(safe&^mine)))
	king, prey := p.King(j.me), p.King(j.me.Other())
	v -= float64(j.Shelter * float64(bits.OnesCount64(chess.KingAttacks(king)&hit&^mine)))
	v -= float64(j.Confine * float64(bits.OnesCount64(chess.KingAttacks(prey)&^safe&^theirs)))
	v += j.plan(p, mine, theirs)
	v -= j.runners(p, theirs, mine|safe)
	return v
}

// material returns how much more one side's men are worth than the other's.
func (j *judge) material(p *krieg.Position, mine, theirs uint64) (v float64) {
	for _, k := range [...]chess.Kind{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		all := p.All(k)
		v += float64(j.men[k&7] * float64(bits.OnesCount64(all&mine)-bits.OnesCount64(all&theirs)))
	}
	return v
}

// risks returns the material the opponent may win from attacked men.
func (j *judge) risks(p *krieg.Position, men uint64, by *chess.Attacked, safe uint64, to krieg.Square, seen float64) (v float64) {
	for ; men != 0; men &= men - 1 {
		s := krieg.Square(bits.TrailingZeros64(men))
		loss := j.gain(p, s, j.me.Other(), by, safe&s.Bit() != 0)
		chance := j.Risk
		if by[chess.Pawn]&s.Bit() != 0 {
			chance = max(chance, j.Pawns)
		}
		if s == to {
			chance = max(chance, seen)
		}
		v += float64(chance * loss)
	}
	return v
}

// threats returns the material the player may win from attacked men.
func (j *judge) threats(p *krieg.Position, men uint64, by *chess.Attacked, safe uint64) (v float64) {
	for ; men != 0; men &= men - 1 {
		s := krieg.Square(bits.TrailingZeros64(men))
		v += j.gain(p, s, j.me, by, safe&s.Bit() != 0)
	}
	return j.Threat * v
}

// gain returns the material a side wins by capturing a man: by the whole exchange, or by one capture
// and one recapture.
func (j *judge) gain(p *krieg.Position, s krieg.Square, side krieg.Color, by *chess.Attacked, defended bool) float64 {
	if j.Exchange != 0 {
		return exchange(p, s, side, &j.men)
	}
	return j.capture(p.KindAt(s), by, s, defended)
}

// capture returns the material a side wins by capturing a man with its least valuable attacker, if
// that is captured where the man was defended.
func (j *judge) capture(k chess.Kind, by *chess.Attacked, s krieg.Square, defended bool) float64 {
	v := j.men[k&7]
	if !defended {
		return v
	}
	for _, taker := range [...]chess.Kind{chess.Pawn, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		if by[taker]&s.Bit() != 0 {
			return max(0, v-j.men[taker&7])
		}
	}
	return 0 // a king captures nothing that is defended
}

// firstRank is the rank from which a side's pieces start.
func firstRank(c krieg.Color) uint64 { return 0xff << (56 * uint(c)) }

// advanced is the value of a pawn on each rank, besides its material.
//
//nolint:gochecknoglobals // a constant table, read in the innermost loop
var advanced = [8]float64{0, 0, 0.02, 0.07, 0.2, 0.5, 1.2, 0}

// plan returns the value of long-term features: pawns, development, the kings.
func (j *judge) plan(p *krieg.Position, mine, theirs uint64) (v float64) {
	few := float64(16-bits.OnesCount64(theirs)) / 15
	if j.Advance != 0 {
		for pawns := p.All(chess.Pawn) & mine; pawns != 0; pawns &= pawns - 1 {
			rank := bits.TrailingZeros64(pawns) / 8
			if j.me == krieg.Black {
				rank = 7 - rank
			}
			v += float64(j.Advance * advanced[rank] * (0.5 + few))
		}
	}
	minors := (p.All(chess.Knight) | p.All(chess.Bishop)) & mine &^ firstRank(j.me)
	v += float64(j.Develop * float64(bits.OnesCount64(minors)))
	king, prey := p.King(j.me), p.King(j.me.Other())
	v -= float64(j.Approach * few * few * float64(steps(king, prey)))
	return v
}

// runners returns the value of the opponent's advanced pawns. Those whose next square the player
// occupies or attacks count less.
func (j *judge) runners(p *krieg.Position, theirs, held uint64) (v float64) {
	if j.Stop == 0 {
		return 0
	}
	for pawns := p.All(chess.Pawn) & theirs; pawns != 0; pawns &= pawns - 1 {
		s := bits.TrailingZeros64(pawns)
		rank, next := s/8, s+8
		if j.me == krieg.White { // the hidden pawns move down the board
			rank, next = 7-rank, s-8
		}
		w := advanced[rank]
		if held>>next&1 != 0 {
			w *= 0.4
		}
		v += w
	}
	return j.Stop * v
}

// steps returns the number of king moves between two squares.
func steps(a, b krieg.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(n int) int { return max(n, -n) }
