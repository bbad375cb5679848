// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"errors"
	"math"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// ErrNoCount reports that a result needs the mine count.
var ErrNoCount = errors.New("the mine count is not known: give it, as in 30x16/99")

// weights holds the weight of every path of some diagrams as scaled floating-point numbers. Sets
// decided before which paths exist; a weight that underflows is a path too unlikely to matter.
type weights struct {
	tilt tilt
	polynomials
	rest  []float64 // per node and count: weight of the paths from it to the end
	past  []float64 // per node and count: weight of everything else, if that many mines are still to come
	scale int       // binary logarithm of the factor that rest was divided by
	blend blend

	ready   bool
	boxRisk []float64
	offRisk float64
}

// tilt is the weight of k mines in a box of n cells. A single mine weighs about the
// odds of a mine, so that on any board the paths that matter weigh about the same.
type tilt struct {
	odds   float64
	choose [maxTouch + 1][maxTouch + 1]float64 // ways to choose k of n, times odds^k
}

// Weigh computes the risk of every cell. Deduce must have succeeded since the last Set.
func (s *Solver) Weigh() error {
	w := &s.weights
	switch {
	case !s.off.counted:
		return ErrNoCount
	case !s.totals.known:
		return veil.ErrTooHard
	}
	w.tilt.set(s.off, &s.net)
	if err := w.weighRests(&s.diagrams, s.limit); err != nil {
		return err
	}
	w.blend.roots = w.roots(w.blend.roots[:0], &s.diagrams)
	w.blend.mix(s.off, w.tilt.odds)
	w.offRisk = w.blend.offRisk(s.off)
	w.boxRisk = resized(w.boxRisk, len(s.net.boxes))
	for i := range s.diagrams.components {
		w.weighPasts(&s.diagrams, i, w.boxRisk)
	}
	w.ready = true
	return nil
}

// Risk returns the probability that c is a mine, after Weigh.
func (s *Solver) Risk(c mines.Cell) float64 {
	switch s.fate[c] {
	case mine:
		return 1
	case unsure:
		if b := s.net.boxOf[c]; b > 0 {
			return s.weights.boxRisk[b-1]
		}
		return s.weights.offRisk
	case open, safe:
		return 0
	default:
		return 0
	}
}

// Safest returns the unopened cell with the lowest risk, the first of equals, after
// Weigh. It is false if every cell that is not open is a mine for certain.
func (s *Solver) Safest() (mines.Cell, bool) {
	best, least := mines.Cell(-1), 2.0
	for c, f := range s.fate {
		if f != unsure && f != safe {
			continue
		}
		if risk := s.Risk(mines.Cell(c)); risk < least {
			best, least = mines.Cell(c), risk
		}
	}
	return best, best >= 0
}

func (x *tilt) set(off offCells, net *network) {
	cells := off.cells
	for i := range net.boxes {
		cells += int(net.boxes[i].size)
	}
	x.odds = 1
	if off.mines > 0 && off.mines < cells {
		x.odds = float64(off.mines) / float64(cells-off.mines)
	}
	for n := range x.choose {
		y := 1.0
		for k := 0; k <= n; k++ {
			x.choose[n][k] = y
			y = y * float64(n-k) / float64(k+1) * x.odds
		}
	}
}

// weighRests computes the weight of all paths from every node to the end, last layer
// first.
func (w *weights) weighRests(d *diagrams, limit Limit) error {
	if err := w.lay(d, 2*8, limit); err != nil {
		return err
	}
	w.rest = resized(w.rest, w.size())
	w.past = resized(w.past, w.size())
	w.scale = 0
	for i := range d.components {
		c := &d.components[i]
		depth := c.depth()
		for v, end := d.layerOf(c, depth); v < end; v++ {
			of(&w.polynomials, w.rest, v)[0] = 1
		}
		for t := depth - 1; t >= 0; t-- {
			from, to := d.layerOf(c, t)
			choose := &w.tilt.choose[d.steps[c.steps.from+t].size]
			for v := from; v < to; v++ {
				w.weighRest(d, v, choose)
			}
			w.scale += rescale(w.rest[w.start[from]:w.start[to]])
		}
	}
	return nil
}

func (w *weights) weighRest(d *diagrams, v int32, choose *[maxTouch + 1]float64) {
	sum := of(&w.polynomials, w.rest, v)
	if len(sum) == 0 {
		return
	}
	k := int32(d.fewest[v])
	for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
		rest := of(&w.polynomials, w.rest, u)
		if len(rest) > 0 {
			part := sum[w.low[u]+k-w.low[v]:]
			part = part[:len(rest)]
			x := choose[k]
			for i, y := range rest {
				part[i] += float64(x * y)
			}
		}
		k++
	}
}

// rescale divides by a power of two, which is exact, when the largest leaves the range 2^-60 to
// 2^60. It returns the exponent.
func rescale(x []float64) int {
	const comfortable = 1 << 60
	most := 0.0
	for _, y := range x {
		most = max(most, y)
	}
	if most == 0 || most < comfortable && most > 1.0/comfortable {
		return 0
	}
	_, exp := math.Frexp(most)
	scale := math.Ldexp(1, -exp)
	for i := range x {
		x[i] *= scale
	}
	return exp
}

// LogLayouts returns the binary logarithm of the number of layouts that fit, after Weigh,
// approximately: precise enough to decide what is affordable. Analyse counts them exactly.
func (s *Solver) LogLayouts() float64 {
	w := &s.weights
	s.logs = logFactorials(s.logs, s.off.cells)
	chosen := s.logs[s.off.cells] - s.logs[w.blend.mode] - s.logs[s.off.cells-w.blend.mode]
	// Every layout weighs odds^mines, and the binomials were divided by the one at mode.
	return log2(w.blend.after[0]) + float64(w.scale+w.blend.scale) +
		chosen + float64(float64(w.blend.mode-s.off.mines)*log2(w.tilt.odds))
}

// ShareOf returns the share of the layouts of another position that fit s, which supposes more about the
// same board. Both have been weighed. The error is some 10^-12.
func (s *Solver) ShareOf(of *Solver) float64 { return exp2(s.LogLayouts() - of.LogLayouts()) }

// roots appends the polynomial of every component: its weight by its mines.
func (w *weights) roots(dst []blended, d *diagrams) []blended {
	for i := range d.components {
		c := &d.components[i]
		dst = append(dst, blended{lo: c.lo, hi: c.hi, at: of(&w.polynomials, w.rest, d.root(c))})
	}
	return dst
}

// weighPasts walks component i from its root with the weight of everything else, and stores for
// every box the average share of its cells that are mines.
func (w *weights) weighPasts(d *diagrams, i int, boxRisk []float64) {
	c := &d.components[i]
	copy(of(&w.polynomials, w.past, d.root(c)), w.blend.others(i))
	for t := range c.depth() {
		from, to := d.layerOf(c, t)
		next, end := d.layerOf(c, t+1)
		st := &d.steps[c.steps.from+t]
		var sum, found float64
		for v := from; v < to; v++ {
			x, y := w.weighPast(d, v, &w.tilt.choose[st.size])
			sum += x
			found += y
		}
		boxRisk[st.box] = found / sum / float64(st.size)
		rescale(w.past[w.start[next]:w.start[end]])
	}
}

// weighPast passes the past of node v along its edges. It returns the weight of the paths through
// v, and the same times the mines they put into the box.
func (w *weights) weighPast(d *diagrams, v int32, choose *[maxTouch + 1]float64) (sum, found float64) {
	past := of(&w.polynomials, w.past, v)
	if len(past) == 0 {
		return 0, 0
	}
	k := int32(d.fewest[v])
	for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
		rest := of(&w.polynomials, w.rest, u)
		if len(rest) > 0 {
			next := of(&w.polynomials, w.past, u)[:len(rest)]
			from := past[w.low[u]+k-w.low[v]:]
			from = from[:len(rest)]
			x, through := choose[k], 0.0
			for j, y := range from {
				z := float64(x * y)
				next[j] += z
				through += float64(z * rest[j])
			}
			sum += through
			found += float64(through * float64(k))
		}
		k++
	}
	return sum, found
}
