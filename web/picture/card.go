// SPDX-License-Identifier: BSD-3-Clause

package picture

import (
	"image"
	"strings"

	"github.com/veilplan/veil/internal/raster"
)

// Width and Height are the size of a card in pixels, as sites expect it for link previews.
const (
	Width  = 1200
	Height = 630
)

// Board is the board on a card: [Mines] or [Chess].
type Board interface {
	draw(c canvas, x, y, side float32) error
}

// Card is a picture of a position with a caption.
type Card struct {
	Title string
	Lines []string
	Board Board
}

// PNG returns the card as a PNG file.
func (k Card) PNG() ([]byte, error) {
	c, err := k.paint()
	if err != nil {
		return nil, err
	}
	return c.png()
}

func (k Card) paint() (canvas, error) {
	c, err := newCanvas(Width, Height)
	if err != nil {
		return c, err
	}
	c.Clear(rgb(ground))
	const side = 518
	if err := k.Board.draw(c, 56, 56, side); err != nil {
		return c, err
	}
	c.mark(640, 56, 56, ink)
	if err := c.Write(712, 100, raster.Line{Text: "veil", Size: 44, Font: c.Bold, Color: rgb(ink)}); err != nil {
		return c, err
	}
	y := 300.0
	for _, line := range wrap(k.Title, 19) {
		if err := c.Write(640, y, raster.Line{Text: line, Size: 56, Font: c.Bold, Color: rgb(ink)}); err != nil {
			return c, err
		}
		y += 66
	}
	for _, line := range wrap(strings.Join(k.Lines, "\n"), 36) {
		if err := c.Write(640, y, raster.Line{Text: line, Size: 30, Font: c.Plain, Color: rgb(quiet)}); err != nil {
			return c, err
		}
		y += 42
	}
	return c, nil
}

// mark draws the logo of veil: a sheet with a lifted corner.
func (c canvas) mark(x, y, size float32, col uint32) {
	p := pen{left: x - size/8, top: y - size/8, scale: size / 19.2}
	_ = c.path(p, col, "M6 3h12c1.7 0 3 1.3 3 3v7.5L13.5 21H6c-1.7 0-3-1.3-3-3V6c0-1.7 1.3-3 3-3z") // constant path: cannot fail
	_ = c.path(p, accent, "M21 13.5 13.5 21v-4.5c0-1.7 1.3-3 3-3z")
}

// Icon returns the icon of the web app as a square of size pixels. It fills the square and keeps
// the logo in the middle, so that systems may cut it to any shape.
func Icon(size int) (image.Image, error) {
	c, err := newCanvas(size, size)
	if err != nil {
		return nil, err
	}
	c.Clear(rgb(ground))
	s := float32(size)
	c.mark(s*0.23, s*0.23, s*0.54, ink)
	return c.RGBA, nil
}

// wrap breaks a text into lines of at most most letters, at spaces where possible.
func wrap(text string, most int) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrapLine(line, most)...)
	}
	return lines
}

func wrapLine(text string, most int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > most {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
