// SPDX-License-Identifier: BSD-3-Clause

package count

// blend convolves the components with each other and with the binomial of the cells off the
// numbers, so that the mines add up to the mine count.
type blend struct {
	roots  []blended
	sums   []sumRange // of the mines before each component, and of all
	before []float64  // per component: weight of the components before it, by their mines
	after  []float64  // per component: weight of it and all that follows, by the mines before
	rest   []float64  // scratch: weight of everything else, by one component's mines
	mode   int        // mines off the numbers whose binomial is scaled to one
	scale  int        // binary logarithm of the factor that after was divided by
}

// blended holds a component's weight for each number of mines from lo to hi.
type blended struct {
	lo, hi int32
	at     []float64
}

// sumRange is a range of sums of mines, and the index where its coefficients begin.
type sumRange struct{ lo, hi, start int32 }

// mix computes all partial products.
func (b *blend) mix(off offCells, odds float64) {
	b.layOut(off)
	b.before[0] = 1
	for i := range b.roots {
		b.extend(i)
	}
	n := len(b.roots)
	b.mode = closeOff(b.span(b.after, n), b.sums[n], off, odds)
	b.scale = 0
	for i := n - 1; i >= 0; i-- {
		b.scale += b.prepend(i)
	}
}

// layOut finds the range of the sums of mines before each component.
func (b *blend) layOut(off offCells) {
	n := len(b.roots)
	b.sums = resized(b.sums, n+2)
	for i, p := range b.roots {
		s := b.sums[i]
		b.sums[i+1] = sumRange{
			lo: s.lo + p.lo, hi: min(s.hi+p.hi, int32(off.mines)), start: s.start + s.hi - s.lo + 1,
		}
	}
	last := b.sums[n]
	b.sums[n+1].start = last.start + last.hi - last.lo + 1
	b.before = resized(b.before, int(b.sums[n+1].start))
	b.after = resized(b.after, int(b.sums[n+1].start))
}

func (b *blend) span(table []float64, i int) []float64 {
	return table[b.sums[i].start:b.sums[i+1].start]
}

// extend computes the weight of the components up to and including i.
func (b *blend) extend(i int) {
	old, sum := b.span(b.before, i), b.span(b.before, i+1)
	for j, y := range b.roots[i].at {
		for x, z := range old {
			if x+j >= len(sum) {
				break
			}
			sum[x+j] += float64(y * z)
		}
	}
	rescale(sum)
}

// prepend computes the weight of component i and all that follows, and returns the
// power of two that it was divided by.
func (b *blend) prepend(i int) int {
	rest, sum := b.span(b.after, i+1), b.span(b.after, i)
	for j, y := range b.roots[i].at {
		for x := range sum {
			if x+j >= len(rest) {
				break
			}
			sum[x] += float64(y * rest[x+j])
		}
	}
	return rescale(sum)
}

// others returns the weight of everything outside component i, by its mines.
func (b *blend) others(i int) []float64 {
	b.rest = resized(b.rest, len(b.roots[i].at))
	before, after := b.span(b.before, i), b.span(b.after, i+1)
	for j := range b.rest {
		sum := 0.0
		for x, y := range before {
			if x+j >= len(after) {
				break
			}
			sum += float64(y * after[x+j])
		}
		b.rest[j] = sum
	}
	return b.rest
}

// closeOff fills in the binomials: when all components together have x mines, the cells off the
// numbers have the others. It starts near the mode, which it returns, and multiplies outwards, so
// that no binomial overflows.
func closeOff(out []float64, r sumRange, off offCells, odds float64) (mode int) {
	n, m := off.cells, off.mines
	lo, hi := max(0, m-int(r.hi)), min(n, m-int(r.lo))
	if lo > hi {
		return 0
	}
	mode = min(max(int(float64(n)*odds/(1+odds)), lo), hi)
	at := func(k int) *float64 { return &out[m-k-int(r.lo)] }
	*at(mode) = 1
	for k := mode; k < hi; k++ {
		*at(k + 1) = *at(k) * float64(n-k) / float64(k+1) * odds
	}
	for k := mode; k > lo; k-- {
		*at(k - 1) = *at(k) * float64(k) / float64(n-k+1) / odds
	}
	return mode
}

// offRisk returns the risk of a cell off the numbers.
func (b *blend) offRisk(off offCells) float64 {
	n := len(b.roots)
	var sum, found float64
	before := b.span(b.before, n)
	for i, y := range b.span(b.after, n) {
		x := float64(y * before[i])
		sum += x
		found += float64(x * float64(off.mines-int(b.sums[n].lo)-i))
	}
	if off.cells == 0 || sum == 0 {
		return 0
	}
	return found / sum / float64(off.cells)
}
