// SPDX-License-Identifier: BSD-3-Clause

package heuristic

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/mines"
)

// TestWeigh: where cells are worth what the prior says, the posterior is right on average, however
// high it is, and closer to the truth than the score and the prior are. The mean score alone
// promises too much where it is high: the reason why the best score must not be followed.
func TestWeigh(t *testing.T) {
	const spread, noise, games = 0.016, 0.12, 32
	r := rand.New(rand.NewPCG(5, 6))
	var posterior, score, prior float64 // sums of squares of what each is off
	high, promised, came := 0, 0.0, 0.0
	for range 20_000 {
		x := try{prior: -0.01 * r.Float64()}
		truth := x.prior + spread*(r.NormFloat64()-r.NormFloat64())
		for range games {
			x.add(truth + noise*r.NormFloat64())
		}
		x.weigh(spread)
		posterior += square(x.posterior - truth)
		score += square(x.mean() - truth)
		prior += square(x.prior - truth)
		if x.posterior > 0.005 {
			high++
			promised += x.posterior
			came += truth
		}
	}
	if posterior > 0.9*min(score, prior) {
		t.Errorf("the posterior is off by %.5f, the score by %.5f, the prior by %.5f", posterior, score, prior)
	}
	if off := (promised - came) / float64(high); high < 1000 || math.Abs(off) > 0.001 {
		t.Errorf("%d cells that seem clearly better promise %.5f too much on average", high, off)
	}
}

// TestHalve: the first cell stays, the better half of the others too, in order, and none that can
// hardly be the best.
func TestHalve(t *testing.T) {
	p := Rollouts{cfg: RolloutsConfig{Spread: 0.02}}
	give := func(x *try, mean float64, games int) {
		for range games {
			x.add(mean)
		}
	}
	for cell, mean := range []float64{0, 0.01, 0.05, -0.02, -0.01} {
		x := try{cell: mines.Cell(cell)}
		give(&x, mean, 8)
		p.tries = append(p.tries, x)
	}
	p.halve()
	if len(p.tries) != 3 || p.tries[0].cell != 0 || p.tries[1].cell != 2 || p.tries[2].cell != 1 {
		t.Fatalf("kept %+v", p.tries)
	}
	p.tries = append(p.tries, p.tries[1:]...) // so that a half would be two
	for i := range p.tries {
		give(&p.tries[i], [...]float64{0, -0.05, 0.05}[p.tries[i].cell], 4000)
	}
	p.halve()
	if len(p.tries) != 3 || p.tries[1].cell != 2 || p.tries[2].cell != 2 {
		t.Errorf("kept %+v", p.tries)
	}
}

// TestNotTried: a cell of which no game was played is worth what the policy expects of it.
func TestNotTried(t *testing.T) {
	x := try{prior: -0.01}
	if x.weigh(0.02); x.posterior != x.prior {
		t.Errorf("%+v", x)
	}
}

func square(x float64) float64 { return x * x }
