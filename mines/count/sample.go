// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math/rand/v2"

	"github.com/veilplan/veil/mines"
)

// Sample draws a layout uniformly from those that fit, after Weigh, into layout: first
// how many mines each component has, then a path through each diagram, then which
// cells of each box, and last the cells off the numbers. Nothing is ever rejected.
func (s *Solver) Sample(r *rand.Rand, layout mines.Layout) {
	for c, f := range s.fate {
		layout[c] = f == mine
	}
	d, w := &s.diagrams, &s.weights
	used := 0
	for i := range d.components {
		c := &d.components[i]
		mines := w.drawTotal(r, d, i, used)
		used += mines
		s.samplePath(r, c, mines, layout)
	}
	s.sampleOff(r, s.off.mines-used, layout)
}

// drawTotal draws the number of mines of component i, given those before it.
func (w *weights) drawTotal(r *rand.Rand, d *diagrams, i, used int) int {
	lo := int(d.components[i].lo)
	root := of(&w.polynomials, w.rest, d.root(&d.components[i]))
	after := w.blend.span(w.blend.after, i+1)
	first := used + lo - int(w.blend.sums[i+1].lo)
	weight := func(j int) float64 {
		if first+j >= len(after) {
			return 0
		}
		return root[j] * after[first+j]
	}
	return lo + draw(r, len(root), weight)
}

// draw returns an index with probability proportional to its weight.
func draw(r *rand.Rand, n int, weight func(int) float64) int {
	sum := 0.0
	for j := range n {
		sum += weight(j)
	}
	x := r.Float64() * sum
	last := 0
	for j := range n {
		w := weight(j)
		if w > 0 {
			last = j
			if x < w {
				return j
			}
		}
		x -= w
	}
	return last // rounding took x past the end
}

// samplePath draws a path with the given number of mines and places them.
func (s *Solver) samplePath(r *rand.Rand, c *component, mines int, layout mines.Layout) {
	d, w := &s.diagrams, &s.weights
	v, left := d.root(c), int32(mines)
	for t := range c.depth() {
		st := &d.steps[c.steps.from+t]
		edges := d.to[d.edge[v]:d.edge[v+1]]
		fewest := int32(d.fewest[v])
		e := draw(r, len(edges), func(e int) float64 {
			k := fewest + int32(e)
			rest := of(&w.polynomials, w.rest, edges[e])
			at := left - k - w.low[edges[e]]
			if at < 0 || int(at) >= len(rest) {
				return 0
			}
			return w.tilt.choose[st.size][k] * rest[at]
		})
		s.sampleBox(r, st, int(fewest)+e, layout)
		left -= fewest + int32(e)
		v = edges[e]
	}
}

// sampleBox puts k mines into the cells of a box: selection sampling.
func (s *Solver) sampleBox(r *rand.Rand, st *step, k int, layout mines.Layout) {
	left := int(st.size)
	for c := s.net.boxes[st.box].first; c > 0; c = s.net.next[c-1] {
		layout[c-1] = k == left || k > 0 && r.IntN(left) < k
		if layout[c-1] {
			k--
		}
		left--
	}
}

// sampleOff puts k mines into the cells that touch no number.
func (s *Solver) sampleOff(r *rand.Rand, k int, layout mines.Layout) {
	left := len(s.offList)
	for _, c := range s.offList {
		layout[c] = k == left || k > 0 && r.IntN(left) < k
		if layout[c] {
			k--
		}
		left--
	}
}
