// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// hue is a colour that people with any colour vision can tell from its neighbours
// (Okabe & Ito 2008).
func hue(i int) color.NRGBA {
	colors := [...]color.NRGBA{
		{0x00, 0x72, 0xB2, 0xFF},
		{0xD5, 0x5E, 0x00, 0xFF},
		{0x00, 0x9E, 0x73, 0xFF},
		{0xCC, 0x79, 0xA7, 0xFF},
		{0xE6, 0x9F, 0x00, 0xFF},
		{0x56, 0xB4, 0xE9, 0xFF},
		{0x00, 0x00, 0x00, 0xFF},
	}
	return colors[i%len(colors)]
}

// tint is the same colour, nearly transparent.
func tint(i int) color.NRGBA {
	c := hue(i)
	c.A = 0x30
	return c
}

func stroke(i int) draw.LineStyle {
	dashes := [...][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}, {12, 4}}
	return draw.LineStyle{Color: hue(i), Width: vg.Points(1.5), Dashes: dashes[i%len(dashes)]}
}

func marker(i int) draw.GlyphDrawer {
	shapes := [...]draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{},
	}
	return shapes[i%len(shapes)]
}
