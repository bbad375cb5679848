// SPDX-License-Identifier: BSD-3-Clause

package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a confidence interval.
type Interval struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// z returns the two-sided normal quantile of a confidence level: 1.96 for 0.95.
func z(level float64) float64 { return distuv.UnitNormal.Quantile((1 + level) / 2) }

// Wilson returns the score interval of a rate with k successes in n trials (Wilson, JASA 1927;
// recommended by Brown, Cai & DasGupta, Statistical Science 2001). It is [0, 1] if n is 0.
func Wilson(k, n int, level float64) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	q, size := z(level), float64(n)
	p, q2 := float64(k)/size, q*q
	centre := (p + q2/(2*size)) / (1 + q2/size)
	half := q / (1 + q2/size) * math.Sqrt(p*(1-p)/size+q2/(4*size*size))
	in := Interval{centre - half, centre + half}
	if k == 0 {
		in.Lo = 0 // exact despite rounding
	}
	if k == n {
		in.Hi = 1
	}
	return in
}

// ClopperPearson returns the exact interval of a rate, whose coverage is at least level (Clopper &
// Pearson, Biometrika 1934), as quantiles of the beta distribution.
func ClopperPearson(k, n int, level float64) Interval {
	in, tail := Interval{0, 1}, (1-level)/2
	if k > 0 {
		in.Lo = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(tail)
	}
	if k < n {
		in.Hi = distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(1 - tail)
	}
	return in
}

// Moments accumulates mean and variance (Welford, Technometrics 1962). The zero value is empty.
// Numbers added in the same order give the same bits.
type Moments struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	M2   float64 `json:"m2"` // sum of squared deviations from the mean
}

// Add adds a number. The conversions keep compilers from fusing multiplications and additions,
// which some machines would do and others not.
func (m *Moments) Add(x float64) {
	m.N++
	d := x - m.Mean
	m.Mean += d / float64(m.N)
	m.M2 += float64(d * (x - m.Mean))
}

// Variance returns the unbiased variance, and 0 for fewer than two numbers.
func (m *Moments) Variance() float64 {
	if m.N < 2 {
		return 0
	}
	return m.M2 / float64(m.N-1)
}

// Interval returns Student's interval of the mean (Biometrika 1908). It is infinite for fewer than
// two numbers.
func (m *Moments) Interval(level float64) Interval {
	if m.N < 2 {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(m.N - 1)}.Quantile((1 + level) / 2)
	half := t * math.Sqrt(m.Variance()/float64(m.N))
	return Interval{m.Mean - half, m.Mean + half}
}
