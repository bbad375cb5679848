// SPDX-License-Identifier: BSD-3-Clause

// Package figure draws the figures of an experiment. It depends on numbers and names, not on
// experiments. Series are never distinguished by colour alone: each has a distinct dash pattern and
// marker, and its name beside its end.
package figure

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// Point is a value with its interval.
type Point struct{ X, Y, Low, High float64 }

// Series is a named list of points, sorted by X.
type Series struct {
	Name   string
	Points []Point
}

// Axes are the titles and the scale of a figure.
type Axes struct {
	Title, X, Y string
	// LogX draws X logarithmically; all X must then be positive.
	LogX bool
	// From and To are numbers that X shows in any case, if they are not equal.
	From, To float64
	// Level draws a horizontal reference line, Diagonal one at X = Y.
	Level    *float64
	Diagonal bool
	// Most, if not 0, is the largest possible Y: panels label no larger one.
	Most float64
	// SameY gives all panels the same range of Y.
	SameY bool
}

// Figure is a drawing: shapes and texts, later ones on top. An SVG has dark colours where the reader prefers
// them; a PNG is light.
type Figure struct {
	shapes []shape
	texts  []words
	size   place // lower right corner
}

// Formats returns the formats that [Figure.Write] accepts.
func Formats() []string { return []string{"svg", "png"} }

// Write writes the figure in a format. The error lists the formats.
func (f *Figure) Write(w io.Writer, format string) error {
	switch format {
	case "svg":
		return f.svg(w)
	case "png":
		return f.png(w)
	default:
		return fmt.Errorf("unknown format %q: want one of %v", format, Formats())
	}
}

// Bands draws each series as a line with its interval as a band.
func Bands(axes Axes, series []Series) (*Figure, error) {
	return drawn(axes, series, func(f *frame, i int, points []Point) {
		f.shape(shape{points: f.outline(points), closed: true, fill: tint(i)})
		f.shape(f.stroke(i, points))
	})
}

// Lines draws each series as a line.
func Lines(axes Axes, series []Series) (*Figure, error) {
	return drawn(axes, series, func(f *frame, i int, points []Point) { f.shape(f.stroke(i, points)) })
}

// Dots draws each point with its interval as a whisker.
func Dots(axes Axes, series []Series) (*Figure, error) {
	return drawn(axes, series, func(f *frame, i int, points []Point) {
		for _, p := range points {
			f.whisker(i, p)
			f.shape(marker(i, f.at(p.X, p.Y)))
		}
	})
}

// Curves draws each series as a line with its marker and an interval at one point, at another share
// of its way for each series, so that the intervals do not cover each other.
func Curves(axes Axes, series []Series) (*Figure, error) {
	return drawn(axes, series, func(f *frame, i int, points []Point) {
		f.shape(f.stroke(i, points))
		p := f.along(points, float64(i+1)/float64(len(series)+1))
		f.whisker(i, p)
		f.shape(marker(i, f.at(p.X, p.Y)))
	})
}

// along returns the point at a share of the way from the first to the last: of its height, or of its
// width if the line is nearly flat.
func (f *frame) along(points []Point, share float64) Point {
	from, to := points[0], points[len(points)-1]
	way := func(p Point) float64 { return f.y.share(p.Y) }
	if math.Abs(way(to)-way(from)) < 0.1 {
		way = func(p Point) float64 { return f.x.share(p.X) }
	}
	aim := way(from) + share*(way(to)-way(from))
	return slices.MinFunc(points, func(a, b Point) int {
		return cmp.Compare(math.Abs(way(a)-aim), math.Abs(way(b)-aim))
	})
}

// Stack returns figures below each other, as the panels of one.
func Stack(panels ...*Figure) *Figure {
	all := &Figure{}
	for _, p := range panels {
		down := all.size.Y
		all.size = place{max(all.size.X, p.size.X), down + p.size.Y}
		for _, s := range p.shapes {
			s.points = slices.Clone(s.points)
			for j := range s.points {
				s.points[j].Y += down
			}
			all.shapes = append(all.shapes, s)
		}
		for _, t := range p.texts {
			t.at.Y += down
			all.texts = append(all.texts, t)
		}
	}
	return all
}

// drawn draws the axes, and each series with its name.
func drawn(axes Axes, series []Series, draw func(f *frame, i int, points []Point)) (*Figure, error) {
	if err := finite(series); err != nil {
		return nil, err
	}
	f, err := newFrame(axes, series)
	if err != nil {
		return nil, err
	}
	for i, s := range series {
		if len(s.Points) > 0 {
			draw(f, i, s.Points)
		}
	}
	f.names(series)
	return &f.Figure, nil
}

// finite reports the first point with a coordinate that is NaN or infinite.
func finite(series []Series) error {
	for _, s := range series {
		for i, p := range s.Points {
			for _, x := range []float64{p.X, p.Y, p.Low, p.High} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return fmt.Errorf("%s: point %d is not finite: %v", s.Name, i+1, p)
				}
			}
		}
	}
	return nil
}

// outline follows the upper ends and returns along the lower ones.
func (f *frame) outline(points []Point) []place {
	n := len(points)
	around := make([]place, 2*n)
	for i, p := range points {
		around[i] = f.at(p.X, p.High)
		around[2*n-1-i] = f.at(p.X, p.Low)
	}
	return around
}

// stroke returns the line of a series.
func (f *frame) stroke(i int, points []Point) shape {
	along := make([]place, len(points))
	for j, p := range points {
		along[j] = f.at(p.X, p.Y)
	}
	return shape{points: along, line: hue(i), width: 1.75, dash: dash(i)}
}

// whisker draws the interval of a point.
func (f *frame) whisker(i int, p Point) {
	top, bottom := f.at(p.X, p.High), f.at(p.X, p.Low)
	f.shape(shape{points: []place{top, bottom}, line: hue(i), width: 1})
	for _, end := range []place{top, bottom} {
		f.shape(shape{points: []place{{end.X - 3, end.Y}, {end.X + 3, end.Y}}, line: hue(i), width: 1})
	}
}
