// SPDX-License-Identifier: BSD-3-Clause

package tactics

import (
	"math/bits"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Atlas is a map for each kind of hidden man: the expected number on each square, as if squares were
// independent. Assignment copies it.
type Atlas struct {
	own    krieg.OwnView
	chance [8][64]float64
}

// NewAtlas returns the maps of a player in a game from a start that both know.
func NewAtlas(own krieg.OwnView, start krieg.Position) Atlas {
	a := Atlas{own: own}
	for b := start.Men(own.Me().Other()); b != 0; b &= b - 1 {
		s := krieg.Square(bits.TrailingZeros64(b))
		a.chance[start.KindAt(s)][s] = 1
	}
	return a
}

// Hear returns the maps after an event.
func (a Atlas) Hear(e krieg.Event) (Atlas, error) {
	err := a.hear(e)
	return a, err
}

// hear applies an event.
func (a *Atlas) hear(e krieg.Event) error {
	before := a.own.Board()
	own, err := a.own.Hear(e)
	if err != nil {
		return err
	}
	a.own = own
	s, took := e.Heard.Capture()
	switch mine := e.By == own.Me(); {
	case mine && e.Heard.Answer == krieg.Yes:
		if took {
			a.lose(s, e.Heard.Captured)
		}
		a.vacate(before.Path(krieg.Move(e.Action)) | krieg.Move(e.Action).To().Bit())
		a.checked(e.Heard.Checks)
	case mine && e.Heard.Answer == krieg.No:
		a.refused(&before, krieg.Move(e.Action))
	case e.Heard.Answer == krieg.Yes:
		a.spread(&before, s, took)
		board := own.Board()
		a.vacate(board.Men(own.Me()))
	}
	return nil
}

// occupied returns the chance that a hidden man is on a square.
func (a *Atlas) occupied(s krieg.Square) (c float64) {
	for k := range a.chance {
		c += a.chance[k][s]
	}
	return min(1, c)
}

// vacate clears squares and moves what was expected there elsewhere.
func (a *Atlas) vacate(squares uint64) {
	for k := range a.chance {
		gone, rest := 0.0, 0.0
		for s := range a.chance[k] {
			if squares>>s&1 != 0 {
				gone += a.chance[k][s]
				a.chance[k][s] = 0
			}
			rest += a.chance[k][s]
		}
		if gone > 0 && rest > 0 {
			a.scale(chess.Kind(k), (rest+gone)/rest)
		}
	}
}

func (a *Atlas) scale(k chess.Kind, by float64) {
	for s := range a.chance[k] {
		a.chance[k][s] = min(1, a.chance[k][s]*by)
	}
}

// lose removes the man that was captured on a square.
func (a *Atlas) lose(s krieg.Square, class krieg.Class) {
	fits := func(k int) bool {
		kind := chess.Kind(k)
		return kind != chess.King && (class == krieg.NoClass || (class == krieg.APawn) == (kind == chess.Pawn))
	}
	total := 0.0
	for k := range a.chance {
		if fits(k) {
			total += a.chance[k][s] + float64(1e-6*a.total(chess.Kind(k)))
		}
	}
	for k := range a.chance {
		if !fits(k) || total == 0 {
			continue
		}
		share := (a.chance[k][s] + float64(1e-6*a.total(chess.Kind(k)))) / total
		a.chance[k][s] = 0
		if rest := a.total(chess.Kind(k)); rest > 0 {
			a.scale(chess.Kind(k), max(0, rest-max(0, share))/rest)
		}
	}
}

func (a *Atlas) total(k chess.Kind) (sum float64) {
	for _, c := range a.chance[k] {
		sum += c
	}
	return sum
}

// refused applies a refusal: a refused pawn capture empties its square; otherwise a man becomes
// likelier on each square that had to be empty.
func (a *Atlas) refused(board *krieg.Position, m krieg.Move) {
	if board.IsPawnCapture(m) {
		a.vacate(m.To().Bit())
		return
	}
	way := board.Path(m)
	if board.KindAt(m.From()) == chess.Pawn {
		way |= m.To().Bit()
	}
	for k := range a.chance {
		for s := range a.chance[k] {
			if way>>s&1 != 0 {
				a.chance[k][s] = min(1, 2*a.chance[k][s])
			}
		}
	}
}

// checked applies a check: squares that the player's men do not attack keep a twentieth of the king's
// chance.
func (a *Atlas) checked(checks krieg.Directions) {
	if checks == 0 {
		return
	}
	board := a.own.Board()
	mine := board.Attacked(a.own.Me())
	a.vacate(0)
	for s := range a.chance[chess.King] {
		if mine.Any()>>s&1 == 0 {
			a.chance[chess.King][s] *= 0.05
		}
	}
	if t := a.total(chess.King); t > 0 {
		a.scale(chess.King, 1/t)
	}
}

// spread moves one of the hidden men, all equally likely, or captures with one on a square.
func (a *Atlas) spread(board *krieg.Position, s krieg.Square, took bool) {
	if took {
		a.arrive(board, s)
		return
	}
	them := a.own.Me().Other()
	moving := 1 / float64(max(1, a.own.Hidden()))
	next := a.chance
	for k := range a.chance {
		for from, c := range a.chance[k] {
			if c == 0 {
				continue
			}
			to := reach(board, chess.Kind(k), krieg.Square(from), them) &^ board.Men(a.own.Me())
			n := bits.OnesCount64(to)
			if n == 0 {
				continue
			}
			next[k][from] -= float64(c * moving)
			for ; to != 0; to &= to - 1 {
				next[k][bits.TrailingZeros64(to)] += float64(c * moving / float64(n))
			}
		}
	}
	a.chance = next
}

// arrive places on a square the man that captured there, weighted by which could.
func (a *Atlas) arrive(board *krieg.Position, s krieg.Square) {
	them := a.own.Me().Other()
	total := 0.0
	each := func(f func(k chess.Kind, from int, c float64)) {
		for k := range a.chance {
			for from, c := range a.chance[k] {
				if c > 0 && attacksFrom(board, chess.Kind(k), krieg.Square(from), them)&s.Bit() != 0 {
					f(chess.Kind(k), from, c)
				}
			}
		}
	}
	each(func(_ chess.Kind, _ int, c float64) { total += c })
	if total == 0 {
		return
	}
	next := a.chance
	each(func(k chess.Kind, from int, c float64) {
		next[k][from] = max(0, next[k][from]-c/total)
		next[k][s] += c / total
	})
	a.chance = next
}

// Draw places hidden men on the board by the maps, about as many as the opponent has. It reports
// false for a board on which the opponent's king could be captured.
func (a *Atlas) Draw(r *rand.Rand) (krieg.Position, bool) {
	board := a.own.Board()
	them := a.own.Me().Other()
	if !a.put(&board, chess.King, them, r) {
		return board, false
	}
	for range a.own.Hidden() - 1 {
		u := r.Float64() * (a.sum() - a.total(chess.King))
		for k := range a.chance {
			if kind := chess.Kind(k); kind != chess.King {
				if u -= a.total(kind); u < 0 {
					a.put(&board, kind, them, r)
					break
				}
			}
		}
	}
	check := board.WithToMove(them)
	return board, check.Checkers() == 0
}

func (a *Atlas) sum() (all float64) {
	for k := range a.chance {
		all += a.total(chess.Kind(k))
	}
	return all
}

// put places a man of a kind by its map, if there is a square for it.
func (a *Atlas) put(board *krieg.Position, k chess.Kind, c krieg.Color, r *rand.Rand) bool {
	u := r.Float64() * a.total(k)
	for s, share := range a.chance[k] {
		if u -= share; u >= 0 || share == 0 {
			continue
		}
		sq := krieg.Square(s)
		if board.Occupied()&sq.Bit() != 0 || k == chess.Pawn && (sq.Rank() == 0 || sq.Rank() == 7) {
			return false
		}
		board.Put(sq, c, k)
		return true
	}
	return false
}

// attacksFrom returns the squares that a man of c would attack from s among the men on the board.
func attacksFrom(board *krieg.Position, k chess.Kind, s krieg.Square, c krieg.Color) uint64 {
	return chess.AttacksOf(k, c, s, board.Occupied())
}

// reach returns the squares to which a man of c could go from s among the men on the board, without
// capturing.
func reach(board *krieg.Position, k chess.Kind, s krieg.Square, c krieg.Color) uint64 {
	if k != chess.Pawn {
		return attacksFrom(board, k, s, c) &^ board.Occupied()
	}
	step, home := 8, 1
	if c == krieg.Black {
		step, home = -8, 6
	}
	one := int(s) + step
	if one < 0 || one > 63 || board.Occupied()>>one&1 != 0 {
		return 0
	}
	to := uint64(1) << one
	if two := one + step; s.Rank() == home && board.Occupied()>>two&1 == 0 {
		to |= 1 << two
	}
	return to
}
