// SPDX-License-Identifier: BSD-3-Clause

package ending_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
)

// TestSymmetries compares the tricks with bits with squares one by one.
func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[[64]krieg.Square]bool{}
	for y := range ending.Symmetry(8) {
		var to [64]krieg.Square
		for s := range krieg.Square(64) {
			to[s] = y.Square(s)
			if y.Inverse().Square(to[s]) != s {
				t.Errorf("symmetry %d: %v goes to %v and not back", y, s, to[s])
			}
		}
		seen[to] = true
		for range 100 {
			set := r.Uint64()
			var want uint64
			for s := range krieg.Square(64) {
				want |= set >> s & 1 << to[s]
			}
			if got := y.Squares(set); got != want {
				t.Fatalf("symmetry %d: %x goes to %x, want %x", y, set, got, want)
			}
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d different symmetries, want 8", len(seen))
	}
}

// TestPlaces counts the placements by hand: two men on 64 squares, a pawn on 48, bishops
// on 32 squares of each colour.
func TestPlaces(t *testing.T) {
	for m, want := range map[ending.Material]int{
		ending.KQK: 64 * 63, ending.KRK: 64 * 63, ending.KPK: 48 * 63, ending.KBBK: 32 * 32 * 62, ending.KBNK: 64 * 63 * 62,
	} {
		n := 0
		for _, p := range m.Places() {
			n += m.Images(p)
			pos := m.Position(p)
			if got, place, ok := ending.PlaceOf(&pos); !ok || got != m || place != p {
				t.Fatalf("%s %v is read as %s %v", m, p, got, place)
			}
		}
		if n != want {
			t.Errorf("%s: %d placements, want %d", m, n, want)
		}
	}
}
