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

// margin returns the half width of the 95% interval after a number of games set beforehand.
func (s *sums) margin() float64 { return 1.96 * s.deviation() / math.Sqrt(float64(s.n)) }

// interval and always return the 95% interval and the 95% confidence sequence in points.
func (s *sums) interval() string { return s.around(s.margin()) }

func (s *sums) always() string { return s.around(s.sequential()) }

func (s *sums) around(margin float64) string {
	return fmt.Sprintf("[%+.3f, %+.3f]", 100*(s.mean()-margin), 100*(s.mean()+margin))
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
