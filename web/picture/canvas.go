// SPDX-License-Identifier: BSD-3-Clause

// Package picture draws positions as pictures for links: the cards that other sites show
// beside an address, and the icons of the page.
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is a picture being drawn.
type canvas struct {
	img         *image.RGBA
	bold, plain *opentype.Font
}

func newCanvas(width, height int) (*canvas, error) {
	bold, err := opentype.Parse(liberationsansbold.TTF)
	if err != nil {
		return nil, err
	}
	plain, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		return nil, err
	}
	return &canvas{image.NewRGBA(image.Rect(0, 0, width, height)), bold, plain}, nil
}

// rgb is a colour by its number, such as 0xf4f4f0.
func rgb(c uint32) color.RGBA {
	return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff} //nolint:gosec // the three bytes of the number
}

// area is the whole pixels that a square of the drawing touches.
func area(x, y, w, h float32) image.Rectangle {
	return image.Rect(int(x)-2, int(y)-2, int(x+w)+3, int(y+h)+3)
}

// fill fills an outline inside an area. It is traced from the corner of the area, so that
// only the area is looked at.
func (c *canvas) fill(within image.Rectangle, col color.Color, trace func(r *vector.Rasterizer, left, top float32)) {
	within = within.Intersect(c.img.Bounds())
	r := vector.NewRasterizer(within.Dx(), within.Dy())
	trace(r, float32(within.Min.X), float32(within.Min.Y))
	r.Draw(c.img, within, image.NewUniform(col), image.Point{})
}

// box fills a rectangle with round corners.
func (c *canvas) box(x, y, w, h, radius float32, col color.Color) {
	c.fill(area(x, y, w, h), col, func(r *vector.Rasterizer, left, top float32) {
		x, y := x-left, y-top
		k := radius * 0.4477 // so far from the corner are the handles of a quarter of a circle
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

// disc fills a circle.
func (c *canvas) disc(x, y, radius float32, col color.Color) {
	c.box(x-radius, y-radius, 2*radius, 2*radius, radius, col)
}

// text writes a line from its left end on its base line.
func (c *canvas) text(x, y, size float64, f *opentype.Font, col color.Color, line string) error {
	return c.write(x, y, size, f, col, line, 0)
}

// write shifts a line left by a part of its width.
func (c *canvas) write( //nolint:revive // a place, a look and a text
	x, y, size float64, f *opentype.Font, col color.Color, line string, part float64,
) error {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(col), Face: face}
	x -= part * float64(d.MeasureString(line)) / 64
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}
	d.DrawString(line)
	return face.Close()
}

func (c *canvas) clear(col color.Color) {
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(col), image.Point{}, draw.Src)
}

func (c *canvas) png() ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, c.img)
	return out.Bytes(), err
}
