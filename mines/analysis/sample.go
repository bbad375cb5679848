// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"math"

	"github.com/veilplan/veil"
)

// sample holds the scores of some games, each between 0 and the chance to survive the move.
type sample struct {
	n            int
	sum, squares float64
}

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.squares += x * x
}

func (s *sample) mean() float64 { return s.sum / float64(max(1, s.n)) }

// deviation returns the standard error of the mean.
func (s *sample) deviation() float64 {
	if s.n < 2 {
		return math.Inf(1)
	}
	n := float64(s.n)
	return math.Sqrt(max(0, s.squares-s.sum*s.sum/n) / (n - 1) / n)
}

// quantile returns the two-sided 95% normal quantile for this many simultaneous means (Bonferroni).
// The quantiles are constants so that every machine prints the same digits.
func quantile(together int) float64 {
	list := [...]float64{1.9600, 2.2414, 2.3940, 2.4977, 2.5758, 2.6383, 2.6901, 2.7344}
	return list[min(together, len(list))-1]
}

// interval returns the 95% confidence interval of the mean of values between 0 and most, one of
// several that hold together. Two pseudo-games, one at each end, keep it from closing when all
// games scored the same.
func (s *sample) interval(most float64, together int) (lo, hi float64) {
	t := *s
	t.add(0)
	t.add(most)
	half := quantile(together) * t.deviation()
	return max(0, min(t.mean()-half, s.mean())), min(most, max(t.mean()+half, s.mean()))
}

// value returns the estimate, or the zero Value if there are too few games.
func (s *sample) value(most float64, together int, seed uint64) veil.Value {
	if s.n < minGames {
		return veil.Value{}
	}
	lo, hi := s.interval(most, together)
	return veil.EstimateValue(s.mean(), lo, hi, s.n, seed)
}
