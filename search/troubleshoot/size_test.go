// SPDX-License-Identifier: BSD-3-Clause

package troubleshoot_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/veilplan/veil/search/troubleshoot"
)

// machine draws a problem: tests of two readings that err with the same chance, at prices from 1 to 10, and a cause
// to be named. Naming a wrong one costs 100.
func machine(r *rand.Rand, causes, tests int, wrong float64) *troubleshoot.Problem {
	p := &troubleshoot.Problem{}
	for range causes {
		p.Priors = append(p.Priors, math.Exp(r.NormFloat64()))
	}
	for range tests {
		t := troubleshoot.Test{Cost: float64(1 + r.IntN(10))}
		for range causes {
			row := []float64{wrong, 1 - wrong}
			if r.IntN(2) == 0 {
				row = []float64{1 - wrong, wrong}
			}
			t.Chances = append(t.Chances, row)
		}
		p.Tests = append(p.Tests, t)
	}
	for c := range causes {
		end := troubleshoot.End{Costs: make([]float64, causes)}
		for i := range end.Costs {
			end.Costs[i] = 100
		}
		end.Costs[c] = 0
		p.Ends = append(p.Ends, end)
	}
	return p
}

// TestSizes prints the gaps of large problems after 1 and 10 seconds.
func TestSizes(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("VEIL_FULL is not set")
	}
	for _, c := range []struct {
		causes, tests int
		wrong         float64
	}{
		{8, 8, 0},
		{8, 8, 0.02},
		{8, 8, 0.1},
		{20, 15, 0},
		{20, 15, 0.02},
		{20, 15, 0.05},
		{20, 15, 0.1},
		{30, 20, 0.02},
		{40, 30, 0.02},
		{60, 40, 0},
		{60, 40, 0.02},
		{60, 40, 0.1},
	} {
		p := machine(rand.New(rand.NewPCG(1, uint64(c.causes))), c.causes, c.tests, c.wrong)
		s, err := troubleshoot.New(p, troubleshoot.Config{})
		if err != nil {
			t.Fatal(err)
		}
		start, nodes := time.Now(), 0
		for _, end := range []time.Duration{100 * time.Millisecond, time.Second, 10 * time.Second} {
			ctx, cancel := context.WithTimeout(t.Context(), end-time.Since(start))
			res := s.Solve(ctx, 0)
			cancel()
			nodes += res.Nodes
			t.Logf("%d×%d, error %g: %.4g to %.4g, gap %.2f %%, %v, %d nodes, %d MiB %v",
				c.causes, c.tests, c.wrong, res.Low, res.High, 100*res.Gap(), time.Since(start).Round(time.Millisecond), nodes, res.Bytes>>20, res.Cut)
			if res.Cut == nil {
				break
			}
		}
	}
}
