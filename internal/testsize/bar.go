// SPDX-License-Identifier: BSD-3-Clause

package testsize

import "math"

// Trial is a sample that is drawn until its mean is clearly on one side of a bar.
//
// A sample of fixed size whose mean is close to the bar passes or fails by the luck of its seed,
// and any change of the code draws a new sample. A trial draws more instead; a test whose mean
// cannot be separated from the bar fails as undecided, on every seed.
type Trial struct {
	Bar         float64
	Least, Most int // limits on the draws; fewer than Least give no reliable spread
}

// sure is the distance of the mean from the bar, in standard errors: by chance, one seed in 740 is
// that far on one side.
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
