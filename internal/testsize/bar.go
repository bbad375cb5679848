// SPDX-License-Identifier: BSD-3-Clause

package testsize

import "math"

// Trial is a sample that is drawn until it shows on which side of a bar its mean is.
//
// A sample of fixed size whose mean is expected near the bar passes or fails by the luck of its
// seed, and any change of the code draws a new one. A trial draws more instead, and a test whose
// bar cannot be told from its mean fails as undecided, on every seed.
type Trial struct {
	Bar         float64
	Least, Most int // how many are drawn; below Least a spread is not known
}

// sure is how many standard errors the mean must be away from the bar: one seed in 740 is that
// far on one side by chance.
const sure = 3

// Above draws until the mean is clearly above or below the bar, or Most are drawn. It returns
// the mean and the number drawn, and reports whether the mean is clearly above.
func (t Trial) Above(draw func(i int) float64) (mean float64, n int, ok bool) {
	squares := 0.0
	for n < t.Most {
		x := draw(n)
		n++
		step := x - mean
		mean += step / float64(n)
		squares += step * (x - mean)
		if n >= t.Least && math.Abs(mean-t.Bar) > sure*math.Sqrt(squares)/float64(n) {
			break
		}
	}
	return mean, n, n >= t.Least && mean-t.Bar > sure*math.Sqrt(squares)/float64(n)
}
