// SPDX-License-Identifier: BSD-3-Clause

package chess

import (
	"math/rand/v2"
	"testing"
)

// TestSlidersWalk compares the tables with walking square by square.
func TestSlidersWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		occ := rng.Uint64() & rng.Uint64()
		for s := range Square(64) {
			if rookAttacks(s, occ) != walkRook(s, occ) || bishopAttacks(s, occ) != walkBishop(s, occ) {
				t.Fatalf("%v among %#x: the tables differ from a walk", s, occ)
			}
		}
	}
}

// BenchmarkTables is what every program pays before it begins.
func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		new(tables).build()
	}
}
