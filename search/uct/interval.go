// SPDX-License-Identifier: BSD-3-Clause

package uct

import "math"

// evidence accumulates the returns of one action and bounds its value, at any stopping time.
//
// A search changes its policy as it learns, and may stop at any time, so the textbook
// interval does not apply. Let μ be the average, over the n simulations so far, of the
// expected return of each given all before it: the average value of the simulated
// policies. The empirical Bernstein confidence sequence of Howard, Ramdas,
// McAuliffe & Sekhon ("Time-uniform, nonparametric, nonasymptotic confidence
// sequences", Annals of Statistics 2021, Theorem 4 with the stitched boundary of
// Theorem 1) holds for μ at all n at once with probability 95%.
//
// No policy is better than best play, so the lower end also bounds best play. From above,
// simulations bound nothing; only a proof does.
type evidence struct {
	n     int
	sum   float64
	spent float64 // sum of squared distances from the preceding mean
}

// The stitched boundary's constants: η = 2, s = 1.4, and 2.5% for each side.
const (
	stitchEta = 2
	stitchS   = 1.4
	zetaS     = 3.105547278 // Riemann's ζ(1.4)
	side      = 0.025
)

// add adds one return.
func (w *evidence) add(x float64, c *Config) {
	guess := (c.Low + c.High) / 2
	switch {
	case w.n > 0:
		guess = w.sum / float64(w.n)
	case c.free():
		guess = x
	}
	off := x - guess
	w.spent += float64(off * off)
	w.sum += x
	w.n++
}

// merge adds the returns of another tree, as if they had come afterwards.
func (w *evidence) merge(o evidence) {
	w.n += o.n
	w.sum += o.sum
	w.spent += o.spent
}

// interval returns the 95% interval around the average return.
func (w *evidence) interval(c *Config) (lo, hi float64) {
	if w.n == 0 {
		return c.Low, c.High
	}
	if c.free() {
		return w.normal()
	}
	width := c.High - c.Low
	unit := float64(width * width)
	v := max(w.spent, unit)
	l := float64(stitchS*ln(ln(stitchEta*v/unit))) + ln(zetaS/side) - float64(stitchS*ln(math.Ln2))
	fourth := math.Sqrt(math.Sqrt(stitchEta))
	k1 := (fourth + 1/fourth) / math.Sqrt2
	k2 := (math.Sqrt(stitchEta) + 1) / 2
	radius := (float64(k1*math.Sqrt(v*l)) + float64(k2*width*l)) / float64(w.n)
	mean := w.sum / float64(w.n)
	return max(mean-radius, c.Low), min(mean+radius, c.High)
}
