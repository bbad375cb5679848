// SPDX-License-Identifier: BSD-3-Clause

package chess

import "strings"

// Directions is a set of directions from which a king is in check.
type Directions uint8

// The directions, seen from the king. Of the two diagonals through the king's square
// one is longer than the other everywhere on an 8×8 board. A pawn checks on a diagonal.
const (
	OnFile Directions = 1 << iota
	OnRank
	OnLong
	OnShort
	ByKnight
)

// String returns the directions in words, separated by spaces.
func (d Directions) String() string {
	words := []string{"file", "rank", "long", "short", "knight"}
	var out []string
	for i, w := range words {
		if d>>i&1 != 0 {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// CheckDirections returns the directions from which the side to move is in check.
func (p *Position) CheckDirections() Directions {
	checkers := p.Checkers()
	if checkers == 0 {
		return 0
	}
	king := p.King(p.side)
	var d Directions
	for ; checkers != 0; checkers &= checkers - 1 {
		d |= direction(king, first(checkers))
	}
	return d
}

func direction(king, checker Square) Directions {
	kf, kr := king.File(), king.Rank()
	df, dr := checker.File()-kf, checker.Rank()-kr
	switch {
	case df == 0:
		return OnFile
	case dr == 0:
		return OnRank
	case df != dr && df != -dr:
		return ByKnight
	}
	rising := 8 - abs(kf-kr)    // squares on the diagonal parallel to a1-h8
	falling := 8 - abs(7-kf-kr) // and on the one parallel to a8-h1
	if (df == dr) == (rising > falling) {
		return OnLong
	}
	return OnShort
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
