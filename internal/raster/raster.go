// SPDX-License-Identifier: BSD-3-Clause

// Package raster paints shapes and lines of text into a bitmap.
package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Canvas is a picture in progress.
type Canvas struct {
	*image.RGBA
	Fonts
}

// Fonts are the bold and the regular style of the typeface.
type Fonts struct{ Bold, Plain *opentype.Font }

// LoadFonts parses the embedded typeface.
func LoadFonts() (f Fonts, err error) {
	if f.Bold, err = opentype.Parse(liberationsansbold.TTF); err != nil {
		return f, err
	}
	f.Plain, err = opentype.Parse(liberationsansregular.TTF)
	return f, err
}

// New returns an empty picture.
func New(width, height int) (*Canvas, error) {
	fonts, err := LoadFonts()
	return &Canvas{image.NewRGBA(image.Rect(0, 0, width, height)), fonts}, err
}

// Clear fills the whole picture.
func (c *Canvas) Clear(col color.Color) {
	draw.Draw(c.RGBA, c.Bounds(), image.NewUniform(col), image.Point{}, draw.Src)
}

// Area returns the smallest rectangle of whole pixels that covers a rectangle.
func Area(x, y, w, h float32) image.Rectangle {
	return image.Rect(int(x)-2, int(y)-2, int(x+w)+3, int(y+h)+3)
}

// Fill fills an outline inside an area. The outline is traced relative to the area's corner, so
// that only the pixels of the area are rasterised.
func (c *Canvas) Fill(within image.Rectangle, col color.Color, trace func(r *vector.Rasterizer, left, top float32)) {
	within = within.Intersect(c.Bounds())
	r := vector.NewRasterizer(within.Dx(), within.Dy())
	trace(r, float32(within.Min.X), float32(within.Min.Y))
	r.Draw(c.RGBA, within, image.NewUniform(col), image.Point{})
}

// Box fills a rectangle with round corners.
func (c *Canvas) Box(x, y, w, h, radius float32, col color.Color) {
	c.Fill(Area(x, y, w, h), col, func(r *vector.Rasterizer, left, top float32) {
		x, y := x-left, y-top
		k := radius * 0.4477 // distance of the Bézier handles of a quarter circle from the corner
		r.MoveTo(x+radius, y)
		r.LineTo(x+w-radius, y)
		r.CubeTo(x+w-k, y, x+w, y+k, x+w, y+radius)
		r.LineTo(x+w, y+h-radius)
		r.CubeTo(x+w, y+h-k, x+w-k, y+h, x+w-radius, y+h)
		r.LineTo(x+radius, y+h)
		r.CubeTo(x+k, y+h, x, y+h-k, x, y+h-radius)
		r.LineTo(x, y+radius)
		r.CubeTo(x, y+k, x+k, y, x+radius, y)
		r.ClosePath()
	})
}

// Disc fills a circle.
func (c *Canvas) Disc(x, y, radius float32, col color.Color) {
	c.Box(x-radius, y-radius, 2*radius, 2*radius, radius, col)
}

// Point is a place on a picture.
type Point struct{ X, Y float64 }

// Polygon fills the polygon with the given corners.
func (c *Canvas) Polygon(points []Point, col color.Color) {
	if len(points) == 0 {
		return
	}
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo = Point{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	c.Fill(Area(float32(lo.X), float32(lo.Y), float32(hi.X-lo.X), float32(hi.Y-lo.Y)), col, func(r *vector.Rasterizer, left, top float32) {
		for i, p := range points {
			x, y := float32(p.X)-left, float32(p.Y)-top
			if i == 0 {
				r.MoveTo(x, y)
			}
			r.LineTo(x, y)
		}
		r.ClosePath()
	})
}

// Segment draws a straight line with round ends.
func (c *Canvas) Segment(from, to Point, width float64, col color.Color) {
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	if length > 0 {
		x, y := (to.X-from.X)/length*width/2, (to.Y-from.Y)/length*width/2
		c.Polygon([]Point{{from.X - y, from.Y + x}, {from.X + y, from.Y - x}, {to.X + y, to.Y - x}, {to.X - y, to.Y + x}}, col)
	}
	if width > 1.5 {
		c.Disc(float32(from.X), float32(from.Y), float32(width/2), col)
		c.Disc(float32(to.X), float32(to.Y), float32(width/2), col)
	}
}

// Line is a line of text with its style.
type Line struct {
	Text  string
	Size  float64 // of the letters, in pixels
	Font  *opentype.Font
	Color color.Color
	// Anchor is the share of the line's width left of its x: 0 for left-aligned, 1 for right-aligned.
	Anchor float64
}

// Write writes a line whose baseline is y.
func (c *Canvas) Write(x, y float64, line Line) error {
	face, err := opentype.NewFace(line.Font, &opentype.FaceOptions{Size: line.Size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(line.Color), Face: face}
	x -= line.Anchor * float64(d.MeasureString(line.Text)) / 64
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}
	d.DrawString(line.Text)
	return face.Close()
}

// Measure returns the width of a text in pixels.
func Measure(f *opentype.Font, size float64, text string) (float64, error) {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return 0, err
	}
	return float64(font.MeasureString(face, text)) / 64, face.Close()
}
