// SPDX-License-Identifier: BSD-3-Clause

package check

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
)

// Hopeless reports that no try is free of risk: every try that is legal with the king on one of
// these squares may, for one of them, lose a man or stalemate. Then no plan wins for certain,
// however long: the first try that is made may be the one that fails.
func Hopeless(rules krieg.Rules, men krieg.Position, kings uint64) bool {
	c := newChecker(rules)
	for _, try := range tries(rules, men) {
		r := c.newReplay(men, try)
		made, fails := false, false
		for _, k := range squares(kings) {
			o := r.from(k)
			made = made || !o.refused
			fails = fails || o.fault != nil
		}
		if made && !fails {
			return false
		}
	}
	return true
}

// Sure counts the placements of White's men, mirror images too, from which a table wins for certain
// against a bare king on any square; those from which no plan does; and the undecided rest. The
// table's claims must have been checked.
func Sure(rules krieg.Rules, t *ending.Table) (sure, hopeless, open int) {
	c := newChecker(rules)
	for place, claims := range t.All() {
		men := t.Material.Position(place)
		n, all := t.Material.Images(place), possible(men)
		switch {
		case covered(claims, all):
			sure += n
		case Hopeless(c.rules, men, all):
			hopeless += n
		default:
			open += n
		}
	}
	return sure, hopeless, open
}

func covered(claims []ending.Claim, kings uint64) bool {
	for _, c := range claims {
		if kings&^c.Set == 0 {
			return true
		}
	}
	return false
}

// possible returns the squares on which the bare king is not in check.
func possible(men krieg.Position) uint64 {
	var all uint64
	for k := range krieg.Square(64) {
		if men.Occupied()&k.Bit() != 0 {
			continue
		}
		board := men.WithToMove(krieg.Black)
		board.Put(k, krieg.Black, chess.King)
		if board.Checkers() == 0 {
			all |= k.Bit()
		}
	}
	return all
}
