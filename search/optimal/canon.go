// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

// canonMin is the smallest position that gets a canonical key, canonRows the largest.
const (
	canonMin  = 16
	canonRows = 1 << 12
)

// canon computes the canonical key of a position: one that does not depend on the names of its
// actions, of their readings and of its states, so that positions whose remaining problem is the
// same share their bounds, wherever on the board they are.
//
// The value of a position is a function of its table of states × live actions, up to these names.
// So any numbering of the columns derived from the table will do, and equal positions are
// recognised if they are numbered alike. A column gets a colour from the sizes of its groups,
// refined by how it meets the others and their colours (Weisfeiler & Leman 1968). Columns are then
// numbered by colour; of equal ones the first gets a new colour, and the others are refined by it.
// If columns look alike but are not, equal positions may get different keys. Different ones never
// share a key, except by a hash collision, because the key is a hash of the whole renumbered table.
type canon struct {
	w      int // words of a set
	cols   []canonCol
	groups [][]uint64
	meets  []uint64 // of each pair of columns: a hash of how they meet
	order  []int32
}

// canonCol is a live column: the rows in which it is fatal, and its groups.
type canonCol struct {
	fatal        []uint64
	lo, hi       int
	colour, next uint64
}

// begin prepares for a position with sets of w words.
func (k *canon) begin(w int) { k.w, k.cols, k.groups = w, k.cols[:0], k.groups[:0] }

// column adds a column with this number of deaths.
func (k *canon) column(fatal []uint64, deaths int) {
	at := len(k.groups)
	k.cols = append(k.cols, canonCol{fatal: fatal, lo: at, hi: at, colour: scatter(deaths)})
}

// group adds a group of n rows to the last column.
func (k *canon) group(set []uint64, n int) {
	c := &k.cols[len(k.cols)-1]
	k.groups = append(k.groups, set)
	c.hi++
	c.colour += scatter(n) * odd
}

const odd = 0x9e3779b97f4a7c15

// scatter returns a hash of a small number.
func scatter(n int) uint64 {
	x := uint64(n+1) * odd
	return (x ^ x>>32) * odd
}

// number puts the columns in order.
func (k *canon) number() {
	k.meet()
	k.refine()
	for k.refine(); ; k.refine() {
		k.sort()
		at := k.tie()
		if at < 0 {
			return
		}
		// Where columns are alike the choice does not matter, as long as the others are numbered by
		// it.
		k.cols[k.order[at]].colour = mix(k.cols[k.order[at]].colour)
	}
}

// meet counts, for all pairs of columns, the rows that are fatal in both, and those in the first
// group of one that are fatal in the other: an action reveals something about its neighbours.
func (k *canon) meet() {
	n := len(k.cols)
	k.meets = grow(k.meets, n*n)
	for i := range k.cols {
		x := &k.cols[i]
		first := k.groups[x.lo]
		for j := range k.cols {
			y := &k.cols[j]
			k.meets[i*n+j] = scatter(countAnd(x.fatal, y.fatal)) + odd*scatter(countAnd(first, y.fatal))
		}
	}
}

// refine colours the columns by how they meet the others.
func (k *canon) refine() {
	n := len(k.cols)
	for i := range k.cols {
		sum := k.cols[i].colour * odd
		for j, m := range k.meets[i*n : i*n+n] {
			sum += k.cols[j].colour * m
		}
		k.cols[i].next = sum
	}
	for i := range k.cols {
		k.cols[i].colour = mix(k.cols[i].next)
	}
}

// sort puts the columns in the order of their colours.
func (k *canon) sort() {
	k.order = grow(k.order, len(k.cols))
	for i := range k.cols {
		at := i
		for ; at > 0 && k.cols[i].colour < k.cols[k.order[at-1]].colour; at-- {
			k.order[at] = k.order[at-1]
		}
		k.order[at] = int32(i)
	}
}

// tie returns the index of the first column with the colour of the next, or -1.
func (k *canon) tie() int {
	for i := 1; i < len(k.order); i++ {
		if k.cols[k.order[i]].colour == k.cols[k.order[i-1]].colour {
			return i - 1
		}
	}
	return -1
}

// key returns the key of a position of n rows, whose columns were added.
func (k *canon) key(n int) hash {
	k.number()
	h := hash{}
	for i, at := range k.order {
		x := uint64(i*perWord + k.cols[at].hi - k.cols[at].lo)
		h = h.plus(hash{mix(x + 0x5851f42d4c957f2d), mix(x + 0x14057b7ef767814f)})
	}
	for chunk := range k.w {
		h = h.plus(k.chunk(chunk, min(64, n-64*chunk)))
	}
	return h
}

// chunk returns the sum of the hashes of up to 64 rows. The number of a row's group in each column,
// 0 where it is fatal, makes bits of its words: they are assembled column by column, and then
// transposed.
func (k *canon) chunk(chunk, n int) hash {
	var planes, a, b [64]uint64
	for i := range b {
		b[i] = odd
	}
	used := 0
	for _, at := range k.order {
		c := &k.cols[at]
		wide := bits.Len(uint(c.hi - c.lo))
		if used+wide > 64 {
			absorbPlanes(&planes, used, a[:n], b[:n])
			used = 0
		}
		clear(planes[used : used+wide])
		for i, g := range k.groups[c.lo:c.hi] {
			v := g[chunk]
			for bit := range wide {
				planes[(used+bit)&63] |= v & -(uint64(i+1) >> bit & 1)
			}
		}
		used += wide
	}
	absorbPlanes(&planes, used, a[:n], b[:n])
	h := hash{}
	for i := range n {
		h = h.plus(hash{a[i], b[i]})
	}
	return h
}

// absorbPlanes transposes planes into words and adds each to the two hashes of its row.
func absorbPlanes(planes *[64]uint64, used int, a, b []uint64) {
	transposeRows(planes, used)
	b = b[:len(a)]
	for i := range a {
		v := planes[i&63]
		a[i], b[i] = mix(a[i]^v), mix(b[i]^v)
	}
}
