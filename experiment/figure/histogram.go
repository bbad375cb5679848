// SPDX-License-Identifier: BSD-3-Clause

package figure

// Bar is the count between two numbers.
type Bar struct {
	Low, High float64
	Share     float64
}

// Steps draws histograms over a logarithmic axis, each as an outline.
func Steps(axes Axes, names []string, bars [][]Bar) (*Figure, error) {
	axes.LogX = true
	series := make([]Series, len(names))
	for i, name := range names {
		series[i] = Series{Name: name, Points: skyline(bars[i])}
	}
	return Lines(axes, series)
}

// skyline returns the outline of the bars: up, along and down each.
func skyline(bars []Bar) []Point {
	var points []Point
	to := func(x, y float64) { points = append(points, Point{X: x, Y: y, Low: y, High: y}) }
	for i, b := range bars {
		if i > 0 && b.Low > bars[i-1].High {
			to(bars[i-1].High, 0)
		}
		if i == 0 || b.Low > bars[i-1].High {
			to(b.Low, 0)
		}
		to(b.Low, b.Share)
		to(b.High, b.Share)
	}
	if n := len(bars); n > 0 {
		to(bars[n-1].High, 0)
	}
	return points
}
