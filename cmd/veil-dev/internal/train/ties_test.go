// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFit finds the factors that the comparisons were made with, and doubts them as much as it
// should: about two of three are within a standard error.
func TestFit(t *testing.T) {
	const a, b, noise = 0.3, 0.7, 0.1
	r, within := rand.New(rand.NewPCG(8, 0)), 0
	for range 100 {
		var f fit
		for range 2000 {
			x := tie{reached: 1, win: 0.02 * r.NormFloat64(), live: 0.05 * r.NormFloat64()}
			x.came = a*x.win + b*x.live + noise*r.NormFloat64()
			f.add(x)
		}
		win, live := f.solve()
		dw, dl := f.deviations()
		for _, z := range []float64{(win - a) / dw, (live - b) / dl} {
			if math.Abs(z) > 4.5 {
				t.Errorf("%.1f standard errors from the truth", z)
			}
			if math.Abs(z) < 1 {
				within++
			}
		}
	}
	if within < 115 || within > 158 {
		t.Errorf("%d of 200 within a standard error, want about 137", within)
	}
}

// TestTies: comparisons are with cells that are about as good, and survival decided.
func TestTies(t *testing.T) {
	played, err := play(60, 3, style{net: standard(t), exact: tieEnds, ahead: true, ties: true})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, g := range played {
		for _, x := range g.ties {
			n++
			if x.win+x.live > 1e-12 || x.open < 0.05 || x.open > 1 || x.reached <= 0 || x.reached > 1 || math.Abs(x.came) > 1 {
				t.Errorf("%+v", x)
			}
		}
	}
	if n < 60 {
		t.Errorf("%d comparisons in 60 games", n)
	}
}
