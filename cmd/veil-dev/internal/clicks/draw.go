// SPDX-License-Identifier: BSD-3-Clause

package clicks

import (
	"fmt"
	"math"
	"strings"

	"github.com/veilplan/veil/mines"
)

const (
	side   = 34 // of a cell, in pixels
	margin = 44
)

// draw draws a board as SVG: every cell is coloured by its winning rate as a first click and
// contains it in percent.
func draw(rules mines.Rules, t *table) string {
	cells, standsFor := representatives(rules)
	least, most, deviation := math.Inf(1), math.Inf(-1), 0.0
	for _, c := range cells {
		w := t.rows[key(rules, c)]
		least, most, deviation = min(least, w.won), max(most, w.won), max(deviation, w.deviation)
	}
	var svg strings.Builder
	width, height := 2*margin+side*rules.Width, 2*margin+side*rules.Height
	title := fmt.Sprintf("%d×%d/%d, first click %v: games won by instant after each first click, in percent, standard error at most %.1f",
		rules.Width, rules.Height, rules.Mines, rules.First, 100*deviation)
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11" text-anchor="middle">`+"\n", width, height)
	fmt.Fprintf(&svg, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", title)
	fmt.Fprintf(&svg, `<text x="%d" y="24" text-anchor="start" font-size="%d">%s</text>`+"\n", margin, min(13, 3*width/len(title)/2), title)
	for c := range mines.Cell(rules.Cells()) {
		w := t.rows[key(rules, standsFor[c])]
		row, col := rules.RowCol(c)
		x, y, share := margin+side*col, margin+side*row, (w.won-least)/max(most-least, 1e-9)
		ink := "#000"
		if share > 0.6 {
			ink = "#fff"
		}
		fmt.Fprintf(&svg, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"><title>%s: %.2f ± %.2f</title></rect>`, x, y, side, side,
			shade(share), rules.Name(c), 100*w.won, 100*w.deviation)
		fmt.Fprintf(&svg, `<text x="%d" y="%d" fill="%s">%.1f</text>`+"\n", x+side/2, y+side/2+4, ink, 100*w.won)
	}
	svg.WriteString("</svg>\n")
	return svg.String()
}

// shade returns a colour between pale yellow and dark blue, with monotonic lightness.
func shade(share float64) string {
	at := func(from, to float64) int { return int(math.Round(from + (to-from)*share)) }
	return fmt.Sprintf("#%02x%02x%02x", at(255, 20), at(247, 50), at(210, 110))
}
