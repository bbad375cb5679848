// SPDX-License-Identifier: BSD-3-Clause

package stats_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/experiment/stats"
)

// matches is how many are simulated for each figure.
func matches() int {
	if testing.Short() {
		return 1000
	}
	return 10_000
}

// TestErrorRatesHold lets the sequential test judge simulated matches in which a
// hypothesis holds exactly, and demands that it errs no more often than it says: that
// the stated rate is not below the 99% interval of the measured one.
func TestErrorRatesHold(t *testing.T) {
	for _, c := range []struct {
		test  stats.SPRT
		equal float64 // share of pairs that turn out alike
	}{
		{stats.SPRT{H0: 0, H1: 0.10, Alpha: 0.05, Beta: 0.05}, 0.6},
		{stats.SPRT{H0: 0, H1: 0.10, Alpha: 0.05, Beta: 0.05}, 0.1},
		{stats.SPRT{H0: -0.05, H1: 0.05, Alpha: 0.01, Beta: 0.10}, 0.8},
		{stats.SPRT{H0: 0, H1: 0.05, Alpha: 0.05, Beta: 0.05}, 0.9},
		{stats.SPRT{H0: 0, H1: 0.02, Alpha: 0.05, Beta: 0.05}, 0.97},
	} {
		t.Run(fmt.Sprintf("%+v equal=%v", c.test, c.equal), func(t *testing.T) {
			wrong0, pairs0 := simulate(c.test, c.test.H0, c.equal, stats.AcceptH1)
			wrong1, pairs1 := simulate(c.test, c.test.H1, c.equal, stats.AcceptH0)
			check(t, "H1 accepted under H0", wrong0, c.test.Alpha, pairs0)
			check(t, "H0 accepted under H1", wrong1, c.test.Beta, pairs1)
		})
	}
}

func check(t *testing.T, what string, wrong int, stated float64, pairs int) {
	t.Helper()
	in := stats.ClopperPearson(wrong, matches(), 0.99)
	t.Logf("%s: %.4f [%.4f, %.4f] of %d matches, stated %v, %d pairs per match",
		what, float64(wrong)/float64(matches()), in.Lo, in.Hi, matches(), stated, pairs/matches())
	if in.Lo > stated {
		t.Errorf("%s more often than stated", what)
	}
	if in.Hi < stated/5 {
		t.Errorf("%s so seldom that the test must be wasting pairs", what)
	}
}

// simulate plays matches with the given difference and counts a verdict.
func simulate(test stats.SPRT, difference, equal float64, count stats.Verdict) (n, pairs int) {
	r := rand.New(rand.NewPCG(4, 4))
	first := (1 - equal + difference) / 2
	for range matches() {
		var p stats.Pairs
		verdict := stats.Continue
		for verdict == stats.Continue {
			p.N++
			switch u := r.Float64(); {
			case u < first:
				p.First++
			case u >= first+equal:
				p.Other++
			}
			verdict = test.Judge(p)
		}
		pairs += p.N
		if verdict == count {
			n++
		}
	}
	return n, pairs
}

func TestSPRTChecksItself(t *testing.T) {
	good := stats.SPRT{H0: 0, H1: 0.1, Alpha: 0.05, Beta: 0.05}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for _, bad := range []stats.SPRT{
		{},
		{H0: 0.1, H1: 0.1, Alpha: 0.05, Beta: 0.05},
		{H0: -1, H1: 0, Alpha: 0.05, Beta: 0.05},
		{H0: 0, H1: 1, Alpha: 0.05, Beta: 0.05},
		{H0: 0, H1: 0.1, Alpha: 0, Beta: 0.05},
		{H0: 0, H1: 0.1, Alpha: 0.05, Beta: 0.5},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v passed", bad)
		}
	}
}

func TestVerdictText(t *testing.T) {
	for _, v := range []stats.Verdict{stats.Continue, stats.AcceptH0, stats.AcceptH1} {
		text, _ := v.MarshalText()
		var back stats.Verdict
		if err := back.UnmarshalText(text); err != nil || back != v {
			t.Errorf("%s read as %v, %v", text, back, err)
		}
	}
	var v stats.Verdict
	if v.UnmarshalText([]byte("maybe")) == nil {
		t.Error("maybe is a verdict")
	}
}
