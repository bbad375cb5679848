// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"image/color"
	"image/png"
	"io"
	"math"

	"github.com/veilplan/veil/internal/raster"
)

// sharpness is the number of PNG pixels per pixel of the figure.
const sharpness = 2

// png writes the figure as a bitmap.
func (f *Figure) png(w io.Writer) error {
	c, err := raster.New(int(f.size.X)*sharpness, int(f.size.Y)*sharpness)
	if err != nil {
		return err
	}
	c.Clear(paper.rgba())
	for _, s := range f.shapes {
		s.paint(c)
	}
	for _, t := range f.texts {
		line := raster.Line{Text: t.text, Size: t.size * sharpness, Font: c.Plain, Color: t.color.rgba(), Anchor: t.anchor}
		if t.bold {
			line.Font = c.Bold
		}
		if err := c.Write(t.at.X*sharpness, t.at.Y*sharpness, line); err != nil {
			return err
		}
	}
	return png.Encode(w, c.RGBA)
}

func (s shape) paint(c *raster.Canvas) {
	points := make([]raster.Point, len(s.points), len(s.points)+1)
	for i, p := range s.points {
		points[i] = raster.Point{X: p.X * sharpness, Y: p.Y * sharpness}
	}
	if s.fill != 0 {
		c.Polygon(points, s.fill.rgba())
	}
	if s.line == 0 {
		return
	}
	if s.closed && len(points) > 0 {
		points = append(points, points[0])
	}
	left := dashes{pattern: s.dash}
	for i := 1; i < len(points); i++ {
		left.along(points[i-1], points[i], func(from, to raster.Point) {
			c.Segment(from, to, s.width*sharpness, s.line.rgba())
		})
	}
}

// dashes is the position of a line in its dash pattern.
type dashes struct {
	pattern []float64
	at      int     // which part of the pattern
	used    float64 // of that part
}

// along draws the visible dashes of a straight line.
func (d *dashes) along(from, to raster.Point, draw func(from, to raster.Point)) {
	if len(d.pattern) == 0 {
		draw(from, to)
		return
	}
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	for done := 0.0; done < length; {
		part := d.pattern[d.at%len(d.pattern)] * sharpness
		step := min(part-d.used, length-done)
		if d.at%2 == 0 {
			draw(between(from, to, done/length), between(from, to, (done+step)/length))
		}
		done += step
		if d.used += step; d.used >= part-1e-9 {
			d.at, d.used = d.at+1, 0
		}
	}
}

func between(from, to raster.Point, part float64) raster.Point {
	return raster.Point{X: from.X + part*(to.X-from.X), Y: from.Y + part*(to.Y-from.Y)}
}

func (c ink) rgba() color.NRGBA {
	return color.NRGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)} //nolint:gosec // the four bytes of the number
}
