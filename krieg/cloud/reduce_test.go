// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/krieg/chess"
)

// TestReduceIsUnbiased reduces the same particles many times: each keeps its weight on
// average, with and without promises, and the heavy ones always.
func TestReduceIsUnbiased(t *testing.T) {
	const size, n, times = 60, 20, 20_000
	r := rand.New(rand.NewPCG(1, 0))
	list := make([]particle, size)
	for i := range list {
		list[i] = particle{weight: math.Exp(1.5 * r.NormFloat64()), move: chess.Move(i + 1)}
	}
	list = normalized(list)
	aimed := make([]float64, size)
	for i := range aimed {
		aimed[i] = 1 / float64(1+i%5)
	}
	for name, promise := range map[string][]float64{"plain": nil, "aimed": aimed} {
		t.Run(name, func(t *testing.T) {
			var sum, squares, kept [size]float64
			for range times {
				total, out := 0.0, reduce(list, n, r, promise)
				if len(out) < n-1 || len(out) > n+1 {
					t.Fatalf("%d particles, want %d", len(out), n)
				}
				for _, p := range out {
					i := int(p.move) - 1
					sum[i] += p.weight
					squares[i] += p.weight * p.weight
					kept[i]++
					total += p.weight
				}
				if math.Abs(total-1) > 1e-9 {
					t.Fatalf("weights add up to %v", total)
				}
			}
			always := 0
			for i, p := range list {
				mean := sum[i] / times
				spread := math.Sqrt(max(0, squares[i]/times-mean*mean) / times)
				// With promises, dividing by the sum of the weights is biased a little.
				slack := map[bool]float64{true: 1e-9, false: 0.05 * p.weight}[promise == nil]
				if math.Abs(mean-p.weight) > 5*spread+slack {
					t.Errorf("particle %d weighs %v ± %v, want %v", i, mean, spread, p.weight)
				}
				if kept[i] == times {
					always++
				}
			}
			if always == 0 || always == n {
				t.Errorf("%d particles were always kept: nothing was tested", always)
			}
		})
	}
}

// TestThreshold checks the equation that defines it.
func TestThreshold(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 200 {
		weights := make([]float64, 2+r.IntN(50))
		for i := range weights {
			weights[i] = math.Exp(4 * r.NormFloat64())
		}
		n := 1 + r.IntN(len(weights)-1)
		c, sum := threshold(weights, n), 0.0
		for _, w := range weights {
			sum += min(w/c, 1)
		}
		if math.Abs(sum-float64(n)) > 1e-9 {
			t.Fatalf("sum %v, want %d", sum, n)
		}
	}
}

// TestThresholdEnds has weights for which rounding lets the number of particles that stay go up
// and down for ever if any change of it is taken for progress.
func TestThresholdEnds(t *testing.T) {
	for _, c := range []struct {
		n       int
		weights []float64
	}{
		{2, []float64{0.09999999999999999, 0.06666666666666667, 0.03333333333333333}},
		{10, []float64{0.05, 0.45, 0.15, 0.3, 0.45, 0.3, 0.05, 0.15, 0.1, 0.1, 0.45, 0.45}},
	} {
		sum, least := 0.0, threshold(c.weights, c.n)
		for _, w := range c.weights {
			sum += min(w/least, 1)
		}
		if math.Abs(sum-float64(c.n)) > 1e-9 {
			t.Errorf("%v: %v stay, want %d", c.weights, sum, c.n)
		}
	}
}
