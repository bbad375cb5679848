// SPDX-License-Identifier: BSD-3-Clause

// Package picture draws positions as pictures for links: the cards that other sites show beside an
// address, and the icons of the web app.
package picture

import (
	"bytes"
	"image/color"
	"image/png"

	"golang.org/x/image/vector"

	"github.com/veilplan/veil/internal/raster"
)

// canvas is a picture in progress.
type canvas struct{ *raster.Canvas }

func newCanvas(width, height int) (canvas, error) {
	c, err := raster.New(width, height)
	return canvas{c}, err
}

// rgb converts a number such as 0xf4f4f0 to a colour.
func rgb(c uint32) color.RGBA {
	return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff} //nolint:gosec // the three bytes of the number
}

// path fills paths in a box of 48 units, one after the other.
func (c canvas) path(p pen, col uint32, paths ...string) (err error) {
	for _, path := range paths {
		c.Fill(raster.Area(p.left, p.top, 48*p.scale, 48*p.scale), rgb(col), func(r *vector.Rasterizer, left, top float32) {
			local := pen{out: r, left: p.left - left, top: p.top - top, scale: p.scale}
			if e := local.trace(path); e != nil {
				err = e
			}
		})
	}
	return err
}

func (c canvas) png() ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, c.RGBA)
	return out.Bytes(), err
}
