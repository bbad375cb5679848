// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"math"
	"math/rand/v2"
	"testing"
)

// everWins reports whether the test rejects at any time within n differences.
func everWins(r *rand.Rand, n int, risk float64, draw func(r *rand.Rand) float64) bool {
	w := newWager()
	for range n {
		if w.add(draw(r), 1); w.wins(risk) {
			return true
		}
	}
	return false
}

// TestWagerIsValidAtAnyTime: whoever looks after every difference and stops at the first
// proof is wrong with the stated probability at most, whatever the differences look like.
func TestWagerIsValidAtAnyTime(t *testing.T) {
	const risk, runs, length = 0.05, 2000, 500
	for name, draw := range map[string]func(r *rand.Rand) float64{
		"coin":  func(r *rand.Rand) float64 { return float64(2*r.IntN(2) - 1) },
		"small": func(r *rand.Rand) float64 { return 0.2*r.Float64() - 0.1 },
		"rare loss": func(r *rand.Rand) float64 {
			if r.IntN(20) == 0 {
				return -0.95
			}
			return 0.05
		},
	} {
		r, wrong := rand.New(rand.NewPCG(1, 0)), 0
		for range runs {
			if everWins(r, length, risk, draw) {
				wrong++
			}
		}
		t.Logf("%s: wrong in %.1f%% of %d runs", name, 100*float64(wrong)/runs, runs)
		if limit := runs*risk + 3*math.Sqrt(runs*risk); float64(wrong) > limit {
			t.Errorf("%s: wrong in %d of %d runs, want at most %.0f", name, wrong, runs, limit)
		}
	}
}

// TestWagerAgainstIsValid: stakes set by what was seen before, even by lucky leads, leave a fresh
// wager wrong with the stated probability at most.
func TestWagerAgainstIsValid(t *testing.T) {
	const risk, runs, length = 0.2, 2000, 300
	r, wrong := rand.New(rand.NewPCG(3, 0)), 0
	for range runs {
		var lead [6]wager // the best of several is chosen, as by a search
		best := 0
		for k := range lead {
			lead[k] = newWager()
			for range 20 {
				lead[k].add(2*r.Float64()-1, 1)
			}
			if lead[k].mean() > lead[best].mean() {
				best = k
			}
		}
		w := lead[best].against(newWager())
		for range length {
			if w.add(2*r.Float64()-1, 1); w.wins(risk) {
				wrong++
				break
			}
		}
	}
	t.Logf("wrong in %.1f%% of %d runs", 100*float64(wrong)/runs, runs)
	if limit := runs*risk + 3*math.Sqrt(runs*risk); float64(wrong) > limit || wrong == 0 {
		t.Errorf("wrong in %d of %d runs, want at most %.0f, but some", wrong, runs, limit)
	}
}

// TestWagerFindsWhatIsThere: an advantage of a sixth of the deviation is proved within 600
// differences nearly always.
func TestWagerFindsWhatIsThere(t *testing.T) {
	const runs = 300
	r, found := rand.New(rand.NewPCG(2, 0)), 0
	for range runs {
		if everWins(r, 600, 0.05, func(r *rand.Rand) float64 { return 0.05 + 0.3*(2*r.Float64()-1)*math.Sqrt(3) }) {
			found++
		}
	}
	if found < runs*9/10 {
		t.Errorf("found in %d of %d runs", found, runs)
	}
}
