// SPDX-License-Identifier: BSD-3-Clause

package check

import (
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
)

// image is a list of claims about a mirror image of some placement, and the square in it of each
// square of the placement.
type image struct {
	claims []ending.Claim
	at     [64]krieg.Square
}

// turn maps a set of squares to the image.
func (im *image) turn(set uint64) uint64 {
	var turned uint64
	for s, to := range im.at {
		turned |= set >> s & 1 << to
	}
	return turned
}

// find returns the claims about a placement and all mirror images of it. With a pawn on the
// board only the files may be mirrored; lines of check keep their lengths in all others.
func (c *checker) find(men krieg.Position) []image {
	var images []image
	pawns := men.All(chess.Pawn) != 0
	for _, swap := range []bool{false, true} {
		for _, files := range []bool{false, true} {
			for _, ranks := range []bool{false, true} {
				if pawns && (swap || ranks) {
					continue
				}
				im := image{at: turning(swap, files, ranks)}
				if claims, ok := c.claims[im.position(&men)]; ok {
					im.claims = claims
					images = append(images, im)
				}
			}
		}
	}
	return images
}

// turning returns where a symmetry of the board maps each square. It swaps files and ranks first,
// then mirrors the files or the ranks.
func turning(swap, files, ranks bool) (at [64]krieg.Square) {
	for s := range krieg.Square(64) {
		f, r := s.File(), s.Rank()
		if swap {
			f, r = r, f
		}
		if files {
			f = 7 - f
		}
		if ranks {
			r = 7 - r
		}
		at[s] = chess.NewSquare(f, r)
	}
	return at
}

// position returns White's men as they are in the image.
func (im *image) position(men *krieg.Position) krieg.Position {
	var p krieg.Position
	for s := range krieg.Square(64) {
		if k := men.KindAt(s); k != chess.NoKind {
			p.Put(im.at[s], krieg.White, k)
		}
	}
	return p
}
