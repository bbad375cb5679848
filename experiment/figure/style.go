// SPDX-License-Identifier: BSD-3-Clause

package figure

import (
	"fmt"
	"math"
	"strings"
)

// place is a position, measured from the upper left corner.
type place struct{ X, Y float64 }

// ink is a colour: red, green, blue and opacity, one byte each. Zero is none.
type ink uint32

const (
	black ink = 0x14161bff
	quiet ink = 0x5f646eff
	pale  ink = 0xe4e4dfff
	paper ink = 0xffffffff
)

// shape is a line or an area.
type shape struct {
	points     []place
	closed     bool
	fill, line ink
	width      float64
	dash       []float64
}

// words is a line of text. Anchor is the share of its width left of its place.
type words struct {
	at     place
	size   float64
	bold   bool
	text   string
	color  ink
	anchor float64
}

func (f *Figure) shape(s shape) { f.shapes = append(f.shapes, s) }

func (f *Figure) write(t words) {
	if t.color == 0 {
		t.color = black
	}
	f.texts = append(f.texts, t)
}

// hues is the number of colours.
const hues = 7

// hue returns a colour that people with any colour vision can distinguish from its neighbours
// (Okabe & Ito 2008). Two are darkened, so that names in them are readable.
func hue(i int) ink {
	colors := [hues]ink{0x0072b2ff, 0xc24e00ff, 0x007a59ff, 0xb0538aff, 0x8f6400ff, 0x2a7fb0ff, 0x000000ff}
	return colors[i%len(colors)]
}

// tint returns the same colour, nearly transparent.
func tint(i int) ink { return hue(i)&^0xff | 0x30 }

func dash(i int) []float64 {
	dashes := [...][]float64{nil, {7, 4}, {2, 3}, {9, 4, 2, 4}, {14, 5}}
	return dashes[i%len(dashes)]
}

// marker returns the marker of a series: a disc or a polygon, filled or empty.
func marker(i int, at place) shape {
	forms := [...]struct {
		corners int
		turn    float64 // in parts of a circle
	}{{24, 0}, {4, 0.125}, {3, 0.75}, {4, 0}, {3, 0.25}, {5, 0.75}, {6, 0}}
	form := forms[i%len(forms)]
	s := shape{closed: true, fill: hue(i), line: hue(i), width: 1.25}
	if i/len(forms)%2 == 1 {
		s.fill = paper
	}
	for k := range form.corners {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k)/float64(form.corners) + form.turn))
		s.points = append(s.points, place{X: at.X + 4*cos, Y: at.Y + 4*sin})
	}
	return s
}

// night returns the colour that replaces c on a dark page, at least as far from its background.
func night(c ink) ink {
	colors := map[ink]ink{
		paper: 0x15171cff, black: 0xeceef2ff, quiet: 0xa4abb8ff, pale: 0x343943ff,
		0x0072b2ff: 0x56b4e9ff, 0xc24e00ff: 0xff9a4dff, 0x007a59ff: 0x3ecfa3ff, 0xb0538aff: 0xe39ac4ff,
		0x8f6400ff: 0xe6b33cff, 0x2a7fb0ff: 0x8cc8ecff, 0x000000ff: 0xffffffff,
	}
	return colors[c]
}

// darkStyle returns the rules of an SVG that replace every colour where the reader prefers dark
// pages. An image follows the reader's system, not the page around it.
func darkStyle() string {
	var rules strings.Builder
	rules.WriteString("<style>@media (prefers-color-scheme: dark) {\n")
	all := []ink{paper, black, quiet, pale}
	for i := range hues {
		all = append(all, hue(i))
	}
	for _, c := range all {
		fmt.Fprintf(&rules, "[fill=%q]{fill:%[2]s}[stroke=%[1]q]{stroke:%[2]s}\n", c.css(), night(c).css())
	}
	return rules.String() + "}</style>\n"
}
