// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"math"

	"github.com/veilplan/veil/internal/raster"
)

// The size of a figure and of its letters, in pixels. A PNG has twice as many.
const (
	width, height           = 720.0, 420.0
	letter, heading         = 12.0, 15.0
	top, bottom, left, edge = 58.0, 48.0, 12.0, 14.0
)

// substitute is the width of a name in the widest usual font, which a reader of an SVG may have, over its width in
// ours: a name that was longer than its room would be cut at the edge.
const substitute = 1.2

// frame is a figure in progress, with the mapping from numbers to places.
type frame struct {
	Figure
	fonts                  raster.Fonts
	x, y                   scale
	x0, x1, y0, y1         float64 // of the area between the axes
	nameSize, widest, most float64 // of the names beside it
}

// newFrame draws the axes.
func newFrame(axes Axes, series []Series) (*frame, error) {
	fonts, err := raster.LoadFonts()
	if err != nil {
		return nil, err
	}
	f := &frame{Figure: Figure{size: place{width, height}}, fonts: fonts, nameSize: letter, most: 230}
	f.x, f.y = f.ranges(axes, series)
	for _, s := range series {
		f.widest = max(f.widest, substitute*f.wide(f.nameSize, s.Name))
	}
	ticks := f.y.ticks(6)
	label := 0.0
	for _, t := range ticks {
		label = max(label, f.wide(letter, t.label))
	}
	f.x0, f.x1 = left+label+8, width-edge-min(f.widest, f.most)-keyWidth
	f.y0, f.y1 = height-bottom, top
	f.write(words{at: place{left, 24}, size: heading, bold: true, text: axes.Title})
	f.write(words{at: place{left, 43}, size: letter, text: axes.Y, color: quiet})
	f.write(words{at: place{(f.x0 + f.x1) / 2, height - 10}, size: letter, text: axes.X, color: quiet, anchor: 0.5})
	f.grid(f.x.ticks(7), ticks)
	f.comparisons(axes)
	return f, nil
}

// ranges returns the ranges that the axes show.
func (f *frame) ranges(axes Axes, series []Series) (x, y scale) {
	x, y = newScale(axes.LogX), newScale(false)
	for _, s := range series {
		for _, p := range s.Points {
			x.include(p.X)
			y.include(p.Low, p.Y, p.High)
		}
	}
	if axes.From != axes.To {
		x.include(axes.From, axes.To)
	}
	if axes.Level != nil {
		y.include(*axes.Level)
	}
	if axes.Diagonal {
		x.include(0, 1)
		y.include(0, 1)
	}
	return x.padded(0.02), y.padded(0.04)
}

// grid draws the grid lines and their numbers.
func (f *frame) grid(xs, ys []tick) {
	for _, t := range ys {
		y := f.at(f.x.low(), t.value).Y
		f.rule(place{f.x0, y}, place{f.x1, y}, pale)
		f.write(words{at: place{f.x0 - 6, y + 4}, size: letter, text: t.label, color: quiet, anchor: 1})
	}
	for _, t := range xs {
		x := f.at(t.value, f.y.low()).X
		f.rule(place{x, f.y0}, place{x, f.y1}, pale)
		f.write(words{at: place{x, f.y0 + 17}, size: letter, text: t.label, color: quiet, anchor: 0.5})
	}
	f.rule(place{f.x0, f.y0}, place{f.x1, f.y0}, quiet)
}

// comparisons draws the reference lines.
func (f *frame) comparisons(axes Axes) {
	if axes.Level != nil {
		y := f.at(f.x.low(), *axes.Level).Y
		f.rule(place{f.x0, y}, place{f.x1, y}, quiet)
	}
	if axes.Diagonal {
		f.rule(f.at(0, 0), f.at(1, 1), quiet)
	}
}

func (f *frame) rule(from, to place, color ink) {
	f.shape(shape{points: []place{from, to}, line: color, width: 1})
}

// at returns the place of a point.
func (f *frame) at(x, y float64) place {
	return place{f.x0 + f.x.share(x)*(f.x1-f.x0), f.y0 + f.y.share(y)*(f.y1-f.y0)}
}

// wide returns the width of a text. A font that cannot be measured counts as an average one.
func (f *frame) wide(size float64, s string) float64 {
	w, err := raster.Measure(f.fonts.Plain, size, s)
	if err != nil || math.IsNaN(w) {
		return size * 0.55 * float64(len(s))
	}
	return w
}
