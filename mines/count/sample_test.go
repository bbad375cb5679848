// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
)

// TestSampleIsUniform draws 200,000 layouts on each of 30 positions with 50 to 5,000
// layouts and tests the frequencies against uniform with χ².
func TestSampleIsUniform(t *testing.T) {
	positions, draws := 30, 200_000
	if testing.Short() {
		positions = 5
	}
	r := rand.New(rand.NewPCG(2026, 3))
	least := 1.0
	for n := 0; n < positions; {
		rules := mines.Rules{Width: 3 + r.IntN(3), Height: 3 + r.IntN(3), First: mines.First(r.IntN(3))}
		rules.Mines = 1 + r.IntN(rules.Cells()/2)
		v, ok := randomView(r, rules, 1+r.IntN(6))
		if !ok || hiddenBinomial(v) > 1e6 {
			continue
		}
		fits := brute(v)
		if len(fits) < 50 || len(fits) > 5000 {
			continue
		}
		n++
		p := uniformity(t, v, fits, draws, uint64(n))
		least = min(least, p)
		if p < 0.001 {
			t.Errorf("%v, %d layouts: p = %.2g", rules, len(fits), p)
		}
	}
	t.Logf("%d positions, %d draws each, smallest p = %.3g", positions, draws, least)
}

// uniformity returns the p-value of the χ² test that samples are uniform over fits.
func uniformity(t *testing.T, v mines.View, fits []uint32, draws int, seed uint64) float64 {
	t.Helper()
	seen := make(map[uint32]int, len(fits))
	for _, mines := range fits {
		seen[mines] = 0
	}
	a, err := Analyse(v, Limit{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for range draws {
		layout, err := a.Sample(r)
		if err != nil {
			t.Fatal(err)
		}
		mines := uint32(0)
		for c, isMine := range layout {
			if isMine {
				mines |= 1 << c
			}
		}
		if _, ok := seen[mines]; !ok {
			t.Fatalf("%v: sampled %b, which does not fit", v.Marks, mines)
		}
		seen[mines]++
	}
	want, chi2 := float64(draws)/float64(len(fits)), 0.0
	for _, n := range seen {
		chi2 += (float64(n) - want) * (float64(n) - want) / want
	}
	return chiSquareTail(chi2, len(fits)-1)
}

// chiSquareTail returns P(X > x) for χ² with k degrees of freedom, by the
// Wilson–Hilferty normal approximation (1931), good to three digits for k ≥ 30.
func chiSquareTail(x float64, k int) float64 {
	v := 2 / (9 * float64(k))
	z := (math.Cbrt(x/float64(k)) - (1 - v)) / math.Sqrt(v)
	return math.Erfc(z/math.Sqrt2) / 2
}
