// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Bar is how much fell between two numbers.
type Bar struct {
	Low, High float64
	Share     float64
}

// Steps draws histograms over a logarithmic axis, each as an outline.
func Steps(axes Axes, names []string, bars [][]Bar) (*Figure, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = axes.Title, axes.X, axes.Y
	p.Title.Padding = vg.Points(6)
	p.Legend.Top, p.Legend.XOffs = true, -vg.Points(6)
	p.X.Tick.Marker = plot.TickerFunc(decades)
	p.Add(plotter.NewGrid())
	for i, name := range names {
		if len(bars[i]) == 0 {
			continue
		}
		line, err := plotter.NewLine(skyline(bars[i]))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		line.LineStyle = stroke(i)
		p.Add(line)
		p.Legend.Add(name, line)
	}
	return &Figure{p}, nil
}

// skyline goes up, along and down each bar, in powers of ten.
func skyline(bars []Bar) plotter.XYs {
	var xys plotter.XYs
	end := math.Inf(-1)
	for _, b := range bars {
		lo, hi := math.Log10(b.Low), math.Log10(b.High)
		if len(xys) > 0 && lo > end+1e-9 {
			xys = append(xys, plotter.XY{X: end, Y: 0}, plotter.XY{X: lo, Y: 0})
		}
		if len(xys) == 0 {
			xys = append(xys, plotter.XY{X: lo, Y: 0})
		}
		xys = append(xys, plotter.XY{X: lo, Y: b.Share}, plotter.XY{X: hi, Y: b.Share})
		end = hi
	}
	return append(xys, plotter.XY{X: end, Y: 0})
}

// decades marks the powers of ten.
func decades(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	for e := math.Floor(lo); e <= math.Ceil(hi); e++ {
		ticks = append(ticks, plot.Tick{Value: e, Label: strconv.FormatFloat(math.Pow(10, e), 'g', 3, 64)})
	}
	return ticks
}
