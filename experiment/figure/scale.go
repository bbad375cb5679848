// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"math"
	"strconv"

	"github.com/veilplan/veil/internal/text"
)

// scale is the range of an axis. A logarithmic one stores exponents of ten.
type scale struct {
	lo, hi float64
	log    bool
}

// tick is a labelled number on an axis.
type tick struct {
	value float64
	label string
}

func newScale(log bool) scale { return scale{math.Inf(1), math.Inf(-1), log} }

func (s scale) inner(x float64) float64 {
	if s.log {
		return math.Log10(x)
	}
	return x
}

func (s scale) outer(x float64) float64 {
	if s.log {
		return math.Pow(10, x)
	}
	return x
}

func (s *scale) include(xs ...float64) {
	for _, x := range xs {
		if s.log && x <= 0 {
			continue
		}
		s.lo, s.hi = min(s.lo, s.inner(x)), max(s.hi, s.inner(x))
	}
}

// padded leaves a share of the range free at both ends.
func (s scale) padded(part float64) scale {
	switch {
	case s.lo > s.hi:
		s.lo, s.hi = 0, 1
	case s.lo == s.hi:
		room := max(math.Abs(s.lo)/10, 0.1)
		s.lo, s.hi = s.lo-room, s.hi+room
	}
	room := part * (s.hi - s.lo)
	s.lo, s.hi = s.lo-room, s.hi+room
	return s
}

// low returns the number at the lower end.
func (s scale) low() float64 { return s.outer(s.lo) }

// share returns the position of a number on the axis, from 0 to 1.
func (s scale) share(x float64) float64 {
	if s.log && x <= 0 {
		return 0
	}
	return (s.inner(x) - s.lo) / (s.hi - s.lo)
}

// ticks returns about the given number of ticks.
func (s scale) ticks(about int) []tick {
	if s.log {
		return s.decades(about)
	}
	step := niceStep((s.hi - s.lo) / float64(about))
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var all []tick
	for n := math.Ceil(s.lo/step - 1e-9); n*step <= s.hi+step*1e-9; n++ {
		all = append(all, tick{n * step, number(n*step, decimals)})
	}
	return all
}

// decades returns ticks at powers of ten, and between them if there are few.
func (s scale) decades(about int) []tick {
	between := []float64{1}
	if s.hi-s.lo < min(2.5, (float64(about)+1.5)/3) { // their labels fit
		between = []float64{1, 2, 5}
	}
	every := max(1, math.Ceil((s.hi-s.lo)/float64(about+2)))
	var all []tick
	for e := math.Floor(s.lo); e <= math.Ceil(s.hi); e++ {
		for _, m := range between {
			value := m * math.Pow(10, e)
			if x := math.Log10(value); x < s.lo-1e-9 || x > s.hi+1e-9 || math.Mod(e, every) != 0 {
				continue
			}
			all = append(all, tick{value, number(value, max(0, -int(e)))})
		}
	}
	return all
}

// niceStep rounds a distance up to 1, 2 or 5 times a power of ten.
func niceStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= least {
			return m * power
		}
	}
	return 10 * power
}

// number formats a number for people: 10,000 and 0.05, but 1e+09.
func number(x float64, decimals int) string {
	if math.Abs(x) >= 1e7 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	if decimals == 0 && math.Abs(x) >= 1e4 {
		return text.Thousands(int64(math.Round(x)))
	}
	if math.Abs(x) < math.Pow(10, float64(-decimals))/2 {
		x = 0 // not -0
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}
