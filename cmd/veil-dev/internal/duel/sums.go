// SPDX-License-Identifier: BSD-3-Clause

package duel

import (
	"fmt"
	"math"
)

// sums accumulates the moments of a sample.
type sums struct {
	n           int
	sum, square float64
}

func (s *sums) add(x float64) {
	s.n++
	s.sum += x
	s.square += x * x
}

func (s *sums) mean() float64 { return s.sum / float64(s.n) }

// deviation returns the standard deviation of one value.
func (s *sums) deviation() float64 {
	if s.n < 2 {
		return math.Inf(1)
	}
	m := s.mean()
	return math.Sqrt(max(0, s.square-float64(s.n)*m*m) / float64(s.n-1))
}

// percent returns the mean in percent, with its standard error.
func (s *sums) percent() string {
	return fmt.Sprintf("%7.3f ± %.3f  (n=%d, SD %.4f)", 100*s.mean(), 100*s.deviation()/math.Sqrt(float64(s.n)), s.n, s.deviation())
}

// sequential returns the half width of a 95% confidence sequence: the interval contains the true
// mean at all times simultaneously, so that one may stop after any game (Robbins 1970, with a
// normal mixture that is tightest at about 3,000 games).
func (s *sums) sequential() float64 {
	const tuned, wrong = 3000, 0.05
	deviation := s.deviation()
	if s.n < 100 || deviation == 0 {
		return math.Inf(1)
	}
	prior := tuned / (2*math.Log(1/wrong) + math.Log(1+2*math.Log(1/wrong)))
	n := float64(s.n)
	return deviation / n * math.Sqrt((n+prior)*math.Log((n+prior)/(prior*wrong*wrong)))
}

// decided reports whether the sign of the mean is certain.
func (s *sums) decided() bool { return s.n >= 500 && math.Abs(s.mean()) > s.sequential() }
