// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math/rand/v2"
	"testing"
)

func TestTranspose(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for n := 1; n <= 64; n++ {
		var m [64]uint64
		for i := range m {
			m[i] = r.Uint64() // rows from n on are rubbish
		}
		got := m
		transposeRows(&got, n)
		for i := range 64 {
			for j := range 64 {
				want := i < n && m[i]>>j&1 != 0
				if got[j]>>i&1 != 0 != want {
					t.Fatalf("n=%d: bit %d of row %d", n, i, j)
				}
			}
		}
	}
}

func TestSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 1000 {
		x := []uint64{r.Uint64() & r.Uint64(), r.Uint64() & r.Uint64() & r.Uint64()}
		y := []uint64{r.Uint64(), r.Uint64()}
		tops := []uint64{r.Uint64()&r.Uint64() | 1<<63, r.Uint64() | 1<<63}
		want, wantAnd := 0, 0
		hit, hitAnd := false, false
		for i := range 128 {
			bit := uint64(1) << (i % 64)
			hit = hit || x[i/64]&bit != 0
			hitAnd = hitAnd || x[i/64]&y[i/64]&bit != 0
			if tops[i/64]&bit != 0 {
				if hit {
					want++
				}
				if hitAnd {
					wantAnd++
				}
				hit, hitAnd = false, false
			}
		}
		if got := segments(x, tops); got != want {
			t.Fatalf("segments %d, want %d", got, want)
		}
		if got := segmentsAnd(x, y, tops); got != wantAnd {
			t.Fatalf("segmentsAnd %d, want %d", got, wantAnd)
		}
	}
}
