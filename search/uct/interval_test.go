// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestLogarithm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for i := range 200_000 {
		x := float64(i + 1)
		if i%2 == 1 {
			x = math.Ldexp(r.Float64()+0.5, r.IntN(100)-50)
		}
		got, want := ln(x), math.Log(x)
		if math.Abs(got-want) > 4e-16*max(math.Abs(want), 1) {
			t.Fatalf("ln(%v) = %v, want %v", x, got, want)
		}
	}
}

// A gambler whose chance changes with what happened: the hardest thing that an
// interval for the average chance has to survive. Somebody looks after every round and
// stops at the first round where the interval misses.
func TestIntervalsSurviveOptionalStopping(t *testing.T) {
	const runs, rounds = 2000, 600
	cfg := &Config{High: 1}
	r := rand.New(rand.NewPCG(2, 0))
	missed, naive := 0, 0
	for range runs {
		var w evidence
		chances, wins := 0.0, 0
		missedNow, naiveNow := false, false
		for n := 1; n <= rounds; n++ {
			chance := 0.2 + 0.6*float64(wins+1)/float64(n+2)
			x := 0.0
			if r.Float64() < chance {
				x = 1
				wins++
			}
			w.add(x, cfg)
			chances += chance
			mu := chances / float64(n)
			lo, hi := w.interval(cfg)
			missedNow = missedNow || mu < lo || mu > hi
			mean := w.sum / float64(n)
			naiveNow = naiveNow || n > 30 && math.Abs(mu-mean) > 1.96*math.Sqrt(mean*(1-mean)/float64(n))
		}
		if missedNow {
			missed++
		}
		if naiveNow {
			naive++
		}
	}
	t.Logf("missed at some round: %.2f%% of runs; a textbook interval: %.2f%%", 100*float64(missed)/runs, 100*float64(naive)/runs)
	if missed > runs*5/100 {
		t.Errorf("the interval missed in %d of %d runs, more than 5%%", missed, runs)
	}
	if naive < runs*10/100 {
		t.Errorf("a textbook interval missed in only %d of %d runs: the test is too easy", naive, runs)
	}
}

// The interval shrinks like √(log log n / n) and knows a small variance.
func TestIntervalsShrink(t *testing.T) {
	cfg := &Config{Low: -1, High: 1}
	r := rand.New(rand.NewPCG(3, 0))
	for _, tc := range []struct {
		n     int
		sd    float64
		width float64
	}{{1000, 0.5, 0.30}, {100_000, 0.5, 0.026}, {100_000, 0.05, 0.0035}} {
		var w evidence
		for range tc.n {
			w.add(tc.sd*(2*float64(r.IntN(2))-1), cfg)
		}
		if lo, hi := w.interval(cfg); hi-lo > tc.width {
			t.Errorf("%d returns with deviation %v: width %.4f, want at most %v", tc.n, tc.sd, hi-lo, tc.width)
		}
	}
}
