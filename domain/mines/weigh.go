// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"errors"
	"math"
	"slices"

	"github.com/veilplan/veil"
)

// ErrNoCount reports a question that cannot be answered without the mine count.
var ErrNoCount = errors.New("the mine count is not known: give it, as in 30x16/99")

// weights holds the weight of every path of the diagrams as scaled floating-point
// numbers. A mine weighs tilt, about the odds of a mine, so that on any board the
// paths that matter weigh about the same. Which paths exist was decided before, by
// sets; a weight that underflows is a path too unlikely to matter.
type weights struct {
	ready  bool
	totals totals
	ahead  []uint64

	tilt   float64
	choose [maxTouch + 1][maxTouch + 1]float64 // ways to have k mines in a box of n, times tilt^k

	polynomials
	rest   []float64 // per node and count: weight of the paths from it to the end
	past   []float64 // per node and count: weight of everything else, if that many mines are still to come
	sums   []sumRange
	before []float64 // per component: weight of the components before it, by their mines
	after  []float64 // per component: weight of it and all that follows, by the mines before
	total  []float64 // scratch: weight of everything else, by one component's mines

	boxRisk []float64
	offRisk float64
}

// sumRange is a range of sums of mines, and where its coefficients begin.
type sumRange struct{ lo, hi, start int32 }

// Weigh computes the risk of every cell. Deduce must have succeeded since the last Set.
func (s *Solver) Weigh() error {
	w := &s.weights
	switch {
	case !s.off.counted:
		return ErrNoCount
	case !w.totals.known:
		return veil.ErrTooHard
	}
	w.setTilt(s.off, &s.net)
	if err := w.lay(&s.diagrams, 2*8, s.limit); err != nil {
		return err
	}
	w.rest = resized(w.rest, w.size())
	w.past = resized(w.past, w.size())
	w.weighRests(&s.diagrams)
	w.combine(&s.diagrams, s.off)
	w.boxRisk = resized(w.boxRisk, len(s.net.boxes))
	for i := range s.diagrams.components {
		w.weighPasts(&s.diagrams, i)
	}
	w.ready = true
	return nil
}

// Risk returns the probability that c is a mine, after Weigh.
func (s *Solver) Risk(c Cell) float64 {
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
func (s *Solver) Safest() (Cell, bool) {
	best, least := Cell(-1), 2.0
	for c, f := range s.fate {
		if f != unsure && f != safe {
			continue
		}
		if risk := s.Risk(Cell(c)); risk < least {
			best, least = Cell(c), risk
		}
	}
	return best, best >= 0
}

func (w *weights) setTilt(off offCells, net *network) {
	cells := off.cells
	for i := range net.boxes {
		cells += int(net.boxes[i].size)
	}
	w.tilt = 1
	if off.mines > 0 && off.mines < cells {
		w.tilt = float64(off.mines) / float64(cells-off.mines)
	}
	for n := range w.choose {
		x := 1.0
		for k := 0; k <= n; k++ {
			w.choose[n][k] = x
			x = x * float64(n-k) / float64(k+1) * w.tilt
		}
	}
}

// weighRests computes the weight of all paths from every node to the end, last layer
// first.
func (w *weights) weighRests(d *diagrams) {
	for i := range d.components {
		c := &d.components[i]
		depth := c.depth()
		for v, end := d.layerOf(c, depth); v < end; v++ {
			of(&w.polynomials, w.rest, v)[0] = 1
		}
		for t := depth - 1; t >= 0; t-- {
			from, to := d.layerOf(c, t)
			choose := &w.choose[d.steps[c.steps.from+t].size]
			for v := from; v < to; v++ {
				w.weighRest(d, v, choose)
			}
			rescale(w.rest[w.start[from]:w.start[to]])
		}
	}
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

// rescale multiplies by a power of two, which is exact, when the numbers leave the
// comfortable range.
func rescale(x []float64) {
	const comfortable = 1 << 60
	most := 0.0
	for _, y := range x {
		most = max(most, y)
	}
	if most == 0 || most < comfortable && most > 1.0/comfortable {
		return
	}
	_, exp := math.Frexp(most)
	scale := math.Ldexp(1, -exp)
	for i := range x {
		x[i] *= scale
	}
}

// combine convolves the components with each other and with the binomial of the cells
// off the numbers.
func (w *weights) combine(d *diagrams, off offCells) {
	w.layOutSums(d, off)
	w.before[0] = 1
	for i := range d.components {
		w.extend(d, i)
	}
	n := len(d.components)
	w.closeOff(w.span(w.after, n), w.sums[n], off)
	for i := n - 1; i >= 0; i-- {
		w.prepend(d, i)
	}
	w.weighOff(off)
}

// layOutSums finds the range of the sums of mines before each component.
func (w *weights) layOutSums(d *diagrams, off offCells) {
	n := len(d.components)
	w.sums = resized(w.sums, n+2)
	for i := range d.components {
		s, c := w.sums[i], &d.components[i]
		w.sums[i+1] = sumRange{
			lo: s.lo + c.lo, hi: min(s.hi+c.hi, int32(off.mines)), start: s.start + s.hi - s.lo + 1,
		}
	}
	last := w.sums[n]
	w.sums[n+1].start = last.start + last.hi - last.lo + 1
	w.before = resized(w.before, int(w.sums[n+1].start))
	w.after = resized(w.after, int(w.sums[n+1].start))
}

func (w *weights) span(table []float64, i int) []float64 {
	return table[w.sums[i].start:w.sums[i+1].start]
}

// extend computes the weight of the components up to and including i.
func (w *weights) extend(d *diagrams, i int) {
	c := &d.components[i]
	old, sum := w.span(w.before, i), w.span(w.before, i+1)
	for j, y := range of(&w.polynomials, w.rest, d.root(c)) {
		for x, z := range old {
			if x+j >= len(sum) {
				break
			}
			sum[x+j] += float64(y * z)
		}
	}
	rescale(sum)
}

// prepend computes the weight of component i and all that follows.
func (w *weights) prepend(d *diagrams, i int) {
	c := &d.components[i]
	rest, sum := w.span(w.after, i+1), w.span(w.after, i)
	for j, y := range of(&w.polynomials, w.rest, d.root(c)) {
		for x := range sum {
			if x+j >= len(rest) {
				break
			}
			sum[x] += float64(y * rest[x+j])
		}
	}
	rescale(sum)
}

// closeOff fills in the binomials: after all components have x mines, the cells off
// the numbers have the others. It starts near the mode and multiplies outwards.
func (w *weights) closeOff(out []float64, r sumRange, off offCells) {
	n, m := off.cells, off.mines
	lo, hi := max(0, m-int(r.hi)), min(n, m-int(r.lo))
	if lo > hi {
		return
	}
	mode := int(float64(n) * w.tilt / (1 + w.tilt))
	mode = min(max(mode, lo), hi)
	at := func(k int) *float64 { return &out[m-k-int(r.lo)] }
	*at(mode) = 1
	for k := mode; k < hi; k++ {
		*at(k + 1) = *at(k) * float64(n-k) / float64(k+1) * w.tilt
	}
	for k := mode; k > lo; k-- {
		*at(k - 1) = *at(k) * float64(k) / float64(n-k+1) / w.tilt
	}
}

// weighOff computes the risk of the cells off the numbers.
func (w *weights) weighOff(off offCells) {
	n := len(w.sums) - 2
	var sum, found float64
	before := w.span(w.before, n)
	for i, y := range w.span(w.after, n) {
		x := float64(y * before[i])
		sum += x
		found += float64(x * float64(off.mines-int(w.sums[n].lo)-i))
	}
	w.offRisk = 0
	if off.cells > 0 && sum > 0 {
		w.offRisk = found / sum / float64(off.cells)
	}
}

// weighPasts walks component i from its root with the weight of everything else, and
// sums up at every box how many mines it has on average.
func (w *weights) weighPasts(d *diagrams, i int) {
	c := &d.components[i]
	root := d.root(c)
	copy(of(&w.polynomials, w.past, root), w.others(d, i))
	for t := range c.depth() {
		from, to := d.layerOf(c, t)
		next, end := d.layerOf(c, t+1)
		st := &d.steps[c.steps.from+t]
		var sum, found float64
		for v := from; v < to; v++ {
			x, y := w.weighPast(d, v, &w.choose[st.size])
			sum += x
			found += y
		}
		w.boxRisk[st.box] = found / sum / float64(st.size)
		rescale(w.past[w.start[next]:w.start[end]])
	}
}

// weighPast hands the past of node v on along its edges. It returns the weight of the
// paths through v, and the same times the mines they put into the box.
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

// others returns the weight of everything outside component i, by its mines.
func (w *weights) others(d *diagrams, i int) []float64 {
	c := &d.components[i]
	w.total = slices.Grow(w.total[:0], int(c.hi-c.lo)+1)[:c.hi-c.lo+1]
	before, after := w.span(w.before, i), w.span(w.after, i+1)
	for j := range w.total {
		sum := 0.0
		for x, y := range before {
			if x+j >= len(after) {
				break
			}
			sum += float64(y * after[x+j])
		}
		w.total[j] = sum
	}
	return w.total
}
