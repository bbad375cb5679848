// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"math/bits"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// near scores how close a board is to explaining a capture, from 1 down to a little more than 0, by
// the distance of the hidden men to the square. Other events score 1. It only guides repairs; the
// rules decide what is possible.
func (g *game) near(p *krieg.Position, e krieg.Event) float64 {
	return 1 / float64(1+max(0, g.missing(p, e)))
}

// promise scores how close a board is to explaining the next captures, given the hidden moves until
// then.
func (g *game) promise(p *krieg.Position, next []krieg.Event) float64 {
	score, moves, captures := 1.0, 0, 0
	for _, e := range next {
		if _, ok := e.Heard.Capture(); ok {
			if late := g.missing(p, e) - moves; late > 0 {
				score /= float64(1 + 2*late)
			}
			if captures++; captures == g.Effort.Foreseen {
				break
			}
		}
		if g.hides(e) {
			moves++
		}
	}
	return score
}

// missing returns the fewest moves a hidden man needs before it can make, or suffer, the capture of
// an event.
func (g *game) missing(p *krieg.Position, e krieg.Event) int {
	s, ok := e.Heard.Capture()
	if !ok {
		return 0
	}
	least := 8
	for men := p.Men(g.me.Other()); men != 0; men &= men - 1 {
		from := krieg.Square(bits.TrailingZeros64(men))
		class := e.Heard.Captured
		if e.By != g.me {
			class = e.Heard.Capturer
		}
		least = min(least, g.distance(p.KindAt(from), from, s, class))
	}
	if e.By != g.me {
		least-- // the capturing man stands one move from the square, not on it
	}
	return least
}

// distance returns the approximate number of moves in which a hidden man of the wanted class
// reaches a square; 8 if it never does.
func (g *game) distance(k chess.Kind, from, to krieg.Square, class krieg.Class) int {
	files := abs(int(from)%8 - int(to)%8)
	ranks := int(to)/8 - int(from)/8
	switch {
	case class == krieg.APawn && k != chess.Pawn, class == krieg.APiece && k == chess.Pawn:
		return 8
	case k == chess.Pawn:
		if g.me == krieg.White { // the hidden pawns move down the board
			ranks = -ranks
		}
		if ranks < files {
			return 8
		}
		return ranks + files
	default:
		return (max(files, abs(ranks)) + 1) / 2
	}
}

func abs(x int) int { return max(x, -x) }
