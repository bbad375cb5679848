// SPDX-License-Identifier: BSD-3-Clause

package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Pairs counts the results of two policies in the same episodes.
type Pairs struct {
	N     int `json:"n"`      // episodes
	First int `json:"first"`  // only the first won
	Other int `json:"second"` // only the second won
}

// Difference returns the winning rate of the first minus that of the second.
func (p Pairs) Difference() float64 {
	if p.N == 0 {
		return 0
	}
	return float64(p.First-p.Other) / float64(p.N)
}

// Interval returns the score interval of the difference (Tango, Statistics in Medicine 1998): the
// differences that a score test would not reject. It is [-1, 1] without episodes.
func (p Pairs) Interval(level float64) Interval {
	if p.N == 0 {
		return Interval{-1, 1}
	}
	q, seen := z(level), p.Difference()
	return Interval{
		Lo: bisect(-1, seen, func(d float64) bool { return p.score(d) > q }),
		Hi: bisect(seen, 1, func(d float64) bool { return p.score(d) >= -q }),
	}
}

// bisect returns the point in [lo, hi] at which a condition that holds at lo stops holding.
func bisect(lo, hi float64, holds func(float64) bool) float64 {
	for range 60 {
		if mid := (lo + hi) / 2; holds(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// score returns Tango's statistic for the hypothesis that the difference is d: standard normal if it is.
func (p Pairs) score(d float64) float64 {
	excess := float64(p.First-p.Other) - float64(p.N)*d
	law := constrained(float64(p.N), float64(p.First), float64(p.Other), d)
	variance := float64(p.N) * (law.first + law.second - d*d)
	if variance <= 0 {
		return math.Copysign(math.Inf(1), excess)
	}
	return excess / math.Sqrt(variance)
}

// law is a distribution over the three results of a pair.
type law struct{ first, second, same float64 }

// constrained returns the most likely law with difference d when first and second of n
// pairs fell to either side (Tango 1998, eq. 9; the positive root of a quadratic).
func constrained(n, first, second, d float64) law {
	a := 2 * n
	b := (2*n-first+second)*d - first - second
	c := -second * d * (1 - d)
	q := (math.Sqrt(max(b*b-4*a*c, 0)) - b) / (2 * a)
	q = min(max(q, 0, -d), (1-d)/2)
	return law{q + d, q, 1 - d - 2*q}
}

// McNemar returns the two-sided p-value of the hypothesis that both win equally often:
// given the number of discordant pairs, each falls to either side like a fair coin
// (McNemar, Psychometrika 1947; the exact form).
func (p Pairs) McNemar() float64 {
	n := p.First + p.Other
	if n == 0 {
		return 1
	}
	coin := distuv.Binomial{N: float64(n), P: 0.5}
	return min(1, 2*coin.CDF(float64(min(p.First, p.Other))))
}
