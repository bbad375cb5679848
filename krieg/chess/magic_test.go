// SPDX-License-Identifier: BSD-3-Clause

package chess

import "testing"

// TestMagics compares every entry of the slider tables with a walk over the board.
func TestMagics(t *testing.T) {
	for s := range Square(64) {
		for occ, more := uint64(0), true; more; more = occ != 0 {
			if got, want := rookAttacks(s, occ), walkRook(s, occ); got != want {
				t.Fatalf("rook on %v among %x: %x, want %x", s, occ, got, want)
			}
			occ = (occ - rookMask(s)) & rookMask(s)
		}
		for occ, more := uint64(0), true; more; more = occ != 0 {
			if got, want := bishopAttacks(s, occ), walkBishop(s, occ); got != want {
				t.Fatalf("bishop on %v among %x: %x, want %x", s, occ, got, want)
			}
			occ = (occ - bishopMask(s)) & bishopMask(s)
		}
	}
}
