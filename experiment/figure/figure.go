// SPDX-License-Identifier: BSD-3-Clause

// Package figure draws the pictures of an experiment. It knows numbers and names, not
// experiments. What distinguishes two series is never colour alone: each has a dash
// pattern and a marker of its own, and its name at its end.
package figure

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Point is a value with its interval.
type Point struct{ X, Y, Low, High float64 }

// Series is a named list of points, by X.
type Series struct {
	Name   string
	Points []Point
}

// Axes name what a figure shows.
type Axes struct {
	Title, X, Y string
	// LogX draws X logarithmically; it must be positive then.
	LogX bool
	// LowLegend puts the names into the lower right corner instead of the upper left.
	LowLegend bool
	// Level draws a horizontal line to compare with, Diagonal one at X = Y.
	Level    *float64
	Diagonal bool
}

// Figure is a picture.
type Figure struct{ plot *plot.Plot }

// Formats are those that [Figure.Write] knows.
func Formats() []string { return []string{"svg", "png"} }

// Write draws the figure.
func (f *Figure) Write(w io.Writer, format string) error {
	const width, height = 16 * vg.Centimeter, 10 * vg.Centimeter
	switch format {
	case "svg":
		c := vgsvg.New(width, height)
		f.plot.Draw(margin(draw.New(c)))
		_, err := c.WriteTo(w)
		return err
	case "png":
		c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(150))}
		f.plot.Draw(margin(draw.New(c)))
		_, err := c.WriteTo(w)
		return err
	default:
		return fmt.Errorf("no format %q: there are %v", format, Formats())
	}
}

// margin leaves room for what sticks out of the axes.
func margin(c draw.Canvas) draw.Canvas {
	return draw.Crop(c, vg.Points(4), -vg.Points(16), vg.Points(4), -vg.Points(4))
}

// Bands draws each series as a line in a band.
func Bands(axes Axes, series []Series) (*Figure, error) {
	f, err := begin(axes, series)
	if err != nil {
		return nil, err
	}
	for i, s := range series {
		if len(s.Points) == 0 {
			continue
		}
		band, err := plotter.NewPolygon(outline(s.Points))
		if err != nil {
			return nil, err
		}
		band.Color = tint(i)
		band.Width = 0
		f.plot.Add(band)
		if _, err := f.line(i, s); err != nil {
			return nil, err
		}
		if err := f.label(i, s); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// Lines draws each series as a line, named in a legend: for many that end alike.
func Lines(axes Axes, series []Series) (*Figure, error) {
	f, err := begin(axes, series)
	if err != nil {
		return nil, err
	}
	for i, s := range series {
		if len(s.Points) == 0 {
			continue
		}
		line, err := f.line(i, s)
		if err != nil {
			return nil, err
		}
		f.plot.Legend.Add(s.Name, line)
	}
	return f, nil
}

// line draws a series in its own stroke.
func (f *Figure) line(i int, s Series) (*plotter.Line, error) {
	line, err := plotter.NewLine(middle(s.Points))
	if err != nil {
		return nil, err
	}
	line.LineStyle = stroke(i)
	f.plot.Add(line)
	return line, nil
}

// Dots draws each point with its interval.
func Dots(axes Axes, series []Series) (*Figure, error) {
	f, err := begin(axes, series)
	if err != nil {
		return nil, err
	}
	for i, s := range series {
		if len(s.Points) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(middle(s.Points))
		if err != nil {
			return nil, err
		}
		dots.Color, dots.Radius, dots.Shape = hue(i), vg.Points(3), marker(i)
		bars, err := plotter.NewYErrorBars(withErrors(s.Points))
		if err != nil {
			return nil, err
		}
		bars.Color = hue(i)
		f.plot.Add(bars, dots)
		f.plot.Legend.Add(s.Name, dots)
	}
	return f, nil
}

// begin draws what every figure has.
func begin(axes Axes, series []Series) (*Figure, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = axes.Title, axes.X, axes.Y
	p.Title.Padding = vg.Points(6)
	p.Legend.Top, p.Legend.Left = !axes.LowLegend, !axes.LowLegend
	p.Legend.XOffs = vg.Points(6)
	if axes.LowLegend {
		p.Legend.XOffs = -vg.Points(6)
	}
	p.Add(plotter.NewGrid())
	lo, hi := extent(series)
	if axes.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		lo, hi = lo/1.5, hi*1.5
	}
	p.X.Min, p.X.Max = lo, hi
	f := &Figure{p}
	if axes.Level != nil {
		if err := f.rule(plotter.XYs{{X: lo, Y: *axes.Level}, {X: hi, Y: *axes.Level}}); err != nil {
			return nil, err
		}
	}
	if axes.Diagonal {
		if err := f.rule(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// rule draws a thin grey line to compare with.
func (f *Figure) rule(ends plotter.XYs) error {
	line, err := plotter.NewLine(ends)
	if err != nil {
		return err
	}
	line.Color = color.Gray{Y: 110}
	f.plot.Add(line)
	return nil
}

// label writes the name of a series at its end.
func (f *Figure) label(i int, s Series) error {
	last := s.Points[len(s.Points)-1]
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: last.X, Y: last.Y}}, Labels: []string{s.Name}})
	if err != nil {
		return err
	}
	labels.TextStyle[0].Color = hue(i)
	labels.TextStyle[0].XAlign = draw.XRight
	labels.TextStyle[0].YAlign = draw.YBottom
	labels.Offset.Y = vg.Points(2)
	f.plot.Add(labels)
	return nil
}

func extent(series []Series) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range series {
		for _, p := range s.Points {
			lo, hi = min(lo, p.X), max(hi, p.X)
		}
	}
	if lo > hi {
		return 0, 1
	}
	if lo == hi {
		return lo * 0.9, hi*1.1 + 1e-9
	}
	return lo, hi
}

func middle(points []Point) plotter.XYs {
	xys := make(plotter.XYs, len(points))
	for i, p := range points {
		xys[i] = plotter.XY{X: p.X, Y: p.Y}
	}
	return xys
}

// outline goes along the upper ends and back along the lower ones.
func outline(points []Point) plotter.XYs {
	n := len(points)
	xys := make(plotter.XYs, 2*n)
	for i, p := range points {
		xys[i] = plotter.XY{X: p.X, Y: p.High}
		xys[2*n-1-i] = plotter.XY{X: p.X, Y: p.Low}
	}
	return xys
}

type errorBars struct {
	plotter.XYs
	plotter.YErrors
}

func withErrors(points []Point) errorBars {
	b := errorBars{XYs: middle(points), YErrors: make(plotter.YErrors, len(points))}
	for i, p := range points {
		b.YErrors[i].Low, b.YErrors[i].High = p.Y-p.Low, p.High-p.Y
	}
	return b
}
