// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math/big"
	"testing"
)

func TestBinomial(t *testing.T) {
	for n := range 80 {
		for k := -1; k <= n+1; k++ {
			want := new(big.Int).Binomial(int64(n), int64(k))
			if k < 0 || k > n {
				want = new(big.Int)
			}
			if got := binomial(n, k); got.Cmp(want) != 0 {
				t.Fatalf("%d over %d: %v, want %v", n, k, got, want)
			}
		}
	}
	for _, c := range [][2]int{{480, 99}, {4001, 1999}, {40_000, 9_000}} {
		if got, want := binomial(c[0], c[1]), new(big.Int).Binomial(int64(c[0]), int64(c[1])); got.Cmp(want) != 0 {
			t.Errorf("%d over %d differs", c[0], c[1])
		}
	}
}
