// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"fmt"
	"html"
	"strings"
)

// DOT returns the graph in the language of Graphviz.
func (g *Graph) DOT() string {
	var b strings.Builder
	b.WriteString("digraph policy {\n  node [shape=box, style=rounded];\n")
	for i, n := range g.Nodes {
		fmt.Fprintf(&b, "  n%d [label=%q];\n", i, fmt.Sprintf("%s\n%.4g", n.Action, n.Value))
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  n%d -> n%d [label=%q];\n", e.From, e.To, fmt.Sprintf("%s %.0f%%", e.Seen, 100*e.P))
	}
	b.WriteString("}\n")
	return b.String()
}

// Sizes of a picture, in its units.
const (
	boxWide, boxHigh   = 110, 40
	stepWide, stepHigh = 150, 110
)

// spot is the middle of a box.
type spot struct{ x, y int }

// SVG returns the graph as a picture: a row for every number of moves.
func (g *Graph) SVG() string {
	spots, wide, high := g.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11" text-anchor="middle">`+"\n", wide, high)
	b.WriteString(`<title>what the policy does</title>` + "\n" +
		`<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#555"/></marker></defs>` + "\n")
	for _, e := range g.Edges {
		drawEdge(&b, spots[e.From], spots[e.To], &e)
	}
	for i, n := range g.Nodes {
		s := spots[i]
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="8" fill="#eef3fb" stroke="#345"/>`, s.x-boxWide/2, s.y-boxHigh/2, boxWide, boxHigh)
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-weight="bold">%s</text><text x="%d" y="%d">at least %.4g</text>`+"\n",
			s.x, s.y-4, html.EscapeString(n.Action), s.x, s.y+12, n.Value)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// layout puts the nodes in rows by depth.
func (g *Graph) layout() (spots []spot, wide, high int) {
	rows := map[int]int{} // nodes in a row
	spots = make([]spot, len(g.Nodes))
	for i, n := range g.Nodes {
		spots[i] = spot{stepWide/2 + rows[n.Depth]*stepWide, stepHigh/2 + n.Depth*stepHigh}
		rows[n.Depth]++
		wide, high = max(wide, rows[n.Depth]*stepWide), max(high, (n.Depth+1)*stepHigh)
	}
	for i, n := range g.Nodes { // rows are centred
		spots[i].x += (wide - rows[n.Depth]*stepWide) / 2
	}
	return spots, wide, high
}

// drawEdge draws an arrow from box to box: a curve, so that opposite arrows do not overlap.
func drawEdge(b *strings.Builder, from, to spot, e *GraphEdge) {
	start, end := spot{from.x, from.y + boxHigh/2}, spot{to.x, to.y - boxHigh/2}
	bend := (end.y - start.y) / 2
	if to.y <= from.y { // back or beside
		start, end = spot{from.x + boxWide/2, from.y}, spot{to.x + boxWide/2, to.y}
		fmt.Fprintf(b, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="#555" marker-end="url(#tip)"/>`,
			start.x, start.y, start.x+45, start.y-25, end.x+45, end.y+25, end.x, end.y)
	} else {
		fmt.Fprintf(b, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="#555" marker-end="url(#tip)"/>`,
			start.x, start.y, start.x, start.y+bend, end.x, end.y-bend, end.x, end.y)
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" fill="#555">%s %.0f%%</text>`+"\n",
		(start.x+2*end.x)/3, (start.y+2*end.y)/3, html.EscapeString(e.Seen), 100*e.P)
}
