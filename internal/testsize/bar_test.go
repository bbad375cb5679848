// SPDX-License-Identifier: BSD-3-Clause

package testsize_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// TestTrial: a mean one spread above the bar is found above it on every seed, one below it
// never, and one at the bar is undecided: the sample of three that a seed may lift over its bar
// by luck is what a trial replaces.
func TestTrial(t *testing.T) {
	trial := testsize.Trial{Bar: 0.8, Least: 8, Most: 60}
	for _, c := range []struct {
		mean        float64
		least, most int // of 200 seeds found above
	}{{0.9, 199, 200}, {0.8, 0, 20}, {0.7, 0, 0}} {
		above, three := 0, 0
		for seed := range uint64(200) {
			r := rand.New(rand.NewPCG(seed, 0))
			draw := func(int) float64 { return c.mean + 0.1*r.NormFloat64() }
			if mean, n, ok := trial.Above(draw); ok {
				if above++; n < trial.Least || mean <= trial.Bar {
					t.Fatalf("%d drawn, mean %v", n, mean)
				}
			}
			if (draw(0)+draw(1)+draw(2))/3 > trial.Bar {
				three++
			}
		}
		t.Logf("mean %.1f: %d of 200 seeds above, by samples of three %d", c.mean, above, three)
		if above < c.least || above > c.most {
			t.Errorf("mean %.1f: %d of 200 seeds above, want %d to %d", c.mean, above, c.least, c.most)
		}
	}
}

// TestTrialOfOneValue: without a spread the mean alone decides, and the bar itself is not above it.
func TestTrialOfOneValue(t *testing.T) {
	for x, want := range map[float64]bool{1: true, 0.8: false, 0.5: false} {
		if _, n, ok := (testsize.Trial{Bar: 0.8, Least: 3, Most: 9}).Above(func(int) float64 { return x }); ok != want {
			t.Errorf("%v: %v after %d", x, ok, n)
		}
	}
	if _, n, ok := (testsize.Trial{Least: 3, Most: 2}).Above(func(int) float64 { return 1 }); ok || n != 2 {
		t.Errorf("two drawn where three are the least: %v after %d", ok, n)
	}
}
