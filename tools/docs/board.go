// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"strings"
)

var (
	fenced = regexp.MustCompile(`(?s)<pre tabindex="0"><code[^>]*>(.*?)</code></pre>`)
	// aBoard matches boards as people type them: the size, and rows of cells.
	aBoard = regexp.MustCompile(`^[0-9]+x[0-9]+/[0-9]+\n(first: [a-z]+\n)?([.0-8F]+\n)+$`)
	// aPosition matches Kriegspiel positions: a ruleset, and the men of both sides.
	aPosition = regexp.MustCompile(`(?s)^ruleset: .*\nme: .*\nopp: `)
)

// liven adds to each fenced block that is a board its picture, and to one that is a Kriegspiel position a link to the lab.
// Where scripts run, docs.js puts a board that computes in the place of the picture, which is as large.
func (d *document) liven(body string) string {
	return fenced.ReplaceAllStringFunc(body, func(block string) string {
		text := html.UnescapeString(fenced.FindStringSubmatch(block)[1])
		switch {
		case aPosition.MatchString(text):
			lab := d.Root() + "krieg/#k=" + base64.RawURLEncoding.EncodeToString([]byte(text))
			return block + "\n" + `<p><a href="` + lab + `">Open in the lab</a></p>`
		case !aBoard.MatchString(text):
			return block
		}
		var rows []string
		for line := range strings.Lines(text) {
			if !strings.ContainsAny(line, "/:") {
				rows = append(rows, strings.TrimSpace(line))
			}
		}
		return fmt.Sprintf(`<figure class="live" data-cell="%d">%s<div class="live-at"><div class="live-board">%s</div><div class="live-panel"></div></div></figure>`, cellSize(rows), block, picture(rows))
	})
}

// least is the size of the smallest cell, as in web/page/mines/css/live.css.
const least = 18

// cellSize returns the size of a cell in pixels: a board is at most about as wide as its text.
func cellSize(rows []string) int { return max(least, min(64, 400/len(rows[0]))) }

// big is how many rows and columns a board with an edge has at most, as in web/page/mines/board/look.ts.
const big = 8

// picture draws the rows of a board. It has no style attribute: the policy of the page forbids them.
func picture(rows []string) string {
	var out strings.Builder
	cell, width, edge, class := cellSize(rows), len(rows[0]), 0, ""
	if width <= big && len(rows) <= big {
		edge = 10
	}
	if cell == least {
		class = ` class="wide"` // a narrow screen scrolls it
	}
	fmt.Fprintf(&out, `<svg%s width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="A board of %d rows and %d columns">`, class, cell*width+edge, cell*len(rows)+edge, 10*width, 10*len(rows), len(rows), width)
	for r, row := range rows {
		for c, mark := range row {
			switch {
			case strings.ContainsRune(".F", mark):
				fmt.Fprintf(&out, `<path d="M%d %dh9v9h-9z"/>`, 10*c, 10*r)
			case mark != '0':
				fmt.Fprintf(&out, `<text x="%d" y="%d">%c</text>`, 10*c+5, 10*r+7, mark)
			}
		}
	}
	return out.String() + "</svg>"
}
