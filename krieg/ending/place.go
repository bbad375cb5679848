// SPDX-License-Identifier: BSD-3-Clause

package ending

import (
	"fmt"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Material names the men of both sides, such as "KQK": the player's, then the bare king.
type Material string

// The endings with tables.
const (
	KQK  Material = "KQK"
	KRK  Material = "KRK"
	KPK  Material = "KPK"
	KBBK Material = "KBBK"
	KBNK Material = "KBNK"
)

// Materials returns the endings that can be built, each after those it leads to.
func Materials() []Material { return []Material{KQK, KRK, KPK, KBBK, KBNK} }

// MaterialNamed returns the ending of this name.
func MaterialNamed(name string) (Material, error) {
	if m := Material(name); slices.Contains(Materials(), m) {
		return m, nil
	}
	return "", fmt.Errorf("no ending %q; known are %v", name, Materials())
}

// maxMen is the largest number of the player's men, the king included.
const maxMen = 3

// Kinds returns the kinds of the player's men, the king first.
func (m Material) Kinds() []chess.Kind {
	kinds := make([]chess.Kind, 0, maxMen)
	for i := range len(m) - 1 {
		kinds = append(kinds, chess.KindOf(m[i]))
	}
	return kinds
}

// symmetries returns the number of symmetries of the ending: with pawns only the files can be
// mirrored.
func (m Material) symmetries() Symmetry {
	if slices.Contains(m.Kinds(), chess.Pawn) {
		return 2
	}
	return 8
}

// Place is a placement of the player's men, in the order of [Material.Kinds]; unused squares are
// zero. Men of one kind are in the order of their squares.
type Place [maxMen]krieg.Square

// Canonical returns the placement that represents p and all its mirror images, and a symmetry that
// maps p to it.
func (m Material) Canonical(p Place) (Place, Symmetry) {
	best, by := m.image(p, Same), Same
	for y := Same + 1; y < m.symmetries(); y++ {
		if q := m.image(p, y); m.key(q) < m.key(best) {
			best, by = q, y
		}
	}
	return best, by
}

// image returns p transformed by y.
func (m Material) image(p Place, y Symmetry) Place {
	for i := range len(m) - 1 {
		p[i] = y.Square(p[i])
	}
	if m == KBBK && p[1] > p[2] {
		p[1], p[2] = p[2], p[1]
	}
	return p
}

// key returns the index of a placement, below 64 to the power of the number of men.
func (m Material) key(p Place) int {
	key := 0
	for i := range len(m) - 1 {
		key = key<<6 | int(p[i])
	}
	return key
}

// Places returns every canonical placement, in the order of their keys: men on different
// squares, pawns neither on the first nor on the last rank, bishops on both colours.
func (m Material) Places() []Place {
	var places []Place
	var p Place
	var fill func(i int)
	fill = func(i int) {
		if i == len(m)-1 {
			if q, _ := m.Canonical(p); q == p && m.possible(p) {
				places = append(places, p)
			}
			return
		}
		for s := range chess.NoSquare {
			p[i] = s
			fill(i + 1)
		}
		p[i] = 0
	}
	fill(0)
	return places
}

// possible reports whether the placement can occur.
func (m Material) possible(p Place) bool {
	var seen uint64
	for i, k := range m.Kinds() {
		if seen&p[i].Bit() != 0 || k == chess.Pawn && (p[i].Rank() == 0 || p[i].Rank() == 7) {
			return false
		}
		seen |= p[i].Bit()
	}
	return m != KBBK || (p[1].Bit()&chess.DarkSquares == 0) != (p[2].Bit()&chess.DarkSquares == 0)
}

// Position returns the men as White's, White to move.
func (m Material) Position(p Place) krieg.Position {
	var pos krieg.Position
	for i, k := range m.Kinds() {
		pos.Put(p[i], krieg.White, k)
	}
	return pos
}

// Universe returns the squares on which the bare king can be when it is White's turn.
func (m Material) Universe(p Place) uint64 {
	pos := m.Position(p)
	return Kings(krieg.White, &pos)
}

// PlaceOf returns the ending and the placement of White's men; false if they are none of the
// endings.
func PlaceOf(men *krieg.Position) (Material, Place, bool) {
	for _, m := range Materials() {
		if p, ok := m.placeOf(men); ok {
			return m, p, true
		}
	}
	return "", Place{}, false
}

func (m Material) placeOf(men *krieg.Position) (Place, bool) {
	var p Place
	left := men.Men(krieg.White)
	for i, k := range m.Kinds() {
		s := lowest(left & men.All(k))
		if s == chess.NoSquare {
			return p, false
		}
		p[i] = s
		left &^= s.Bit()
	}
	return p, left == 0 && m.possible(p)
}
