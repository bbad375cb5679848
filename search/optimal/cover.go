// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

const (
	coverRows  = 2048 // the largest position that gets a separate cover
	coverTests = 32   // comparisons per row that this may cost
)

// cover finds a clique cover of some rows of a block. Where many rows conflict, it is much smaller
// than the block's cover restricted to them.
//
// The rows of a clique agree wherever an action is safe in two of them, so a clique is itself like
// a row, in which an action is fatal if it is so in all: the intersection of the rows, as Fatal has
// all bits set. A row joins a clique that it conflicts with.
type cover struct {
	pace  *pace
	off   bool
	order []int32 // the rows, clique by clique
	ends  []int32 // where each clique ends in order

	sum, known  []uint64 // of each clique: its row, and the readings that are not fatal
	first, last []int32  // of each clique: its rows
	next        []int32  // the next row of the same clique, or -1
}

// worth reports whether n rows of b may have a better cover than that of b.
func (c *cover) worth(b *block, n int) bool { return !c.off && !b.stiff && n <= coverRows }

// find lists a set of n rows of b clique by clique. When it is stopped, the list is unusable.
func (c *cover) find(b *block, set []uint64, n int) {
	c.order, c.ends = c.order[:0], c.ends[:0]
	if !c.worth(b, n) || c.merge(b, set, n, n+1) > n {
		c.inherit(b, set)
		return
	}
	for _, i := range c.first {
		for ; i >= 0; i = c.next[i] {
			c.order = append(c.order, i)
		}
		c.ends = append(c.ends, int32(len(c.order)))
	}
}

// inherit sets the cover to that of b, restricted to a set of rows.
func (c *cover) inherit(b *block, set []uint64) {
	order, n := grow(c.order, b.n), 0
	for i, v := range set {
		if i%span == 0 && c.pace.toil(min(len(set), span)*64) {
			break
		}
		for tops := b.tops[i]; v != 0; {
			clique := v & (tops ^ (tops - v&-v)) // up to the first top at or after the first row
			for v &^= clique; clique != 0; clique &= clique - 1 {
				order[n] = int32(i*64 + bits.TrailingZeros64(clique))
				n++
			}
			c.ends = append(c.ends, int32(n))
		}
	}
	c.order = order[:n]
}

// merge puts each row into the first clique that accepts it and returns their number. It gives up,
// and returns hi, if that is not less than hi. Where it takes too long, few rows conflict, and the
// cover of b is used for all its parts.
func (c *cover) merge(b *block, set []uint64, n, hi int) int {
	c.sum, c.known, c.first, c.last = c.sum[:0], c.known[:0], c.first[:0], c.last[:0]
	c.next = grow(c.next, b.n)
	tests := n * coverTests
	c.pace.toil(n * stateWords)
	for i, v := range set {
		for ; v != 0; v &= v - 1 {
			at := i*64 + bits.TrailingZeros64(v)
			row := b.row(at)
			k := c.match(row)
			if tests -= k; tests < 0 {
				b.stiff = true
				return hi
			}
			if k == len(c.first) && k+1 >= hi {
				return hi
			}
			c.join(row, int32(at), k)
		}
	}
	return len(c.first)
}

// join adds a row to clique k, which may be a new one.
func (c *cover) join(row []uint64, at int32, k int) {
	c.next[at] = -1
	if k == len(c.first) {
		c.first, c.last = append(c.first, at), append(c.last, at)
		for _, x := range row {
			c.sum, c.known = append(c.sum, x), append(c.known, safeNibbles(x))
		}
		return
	}
	for j, x := range row {
		c.sum[k*len(row)+j] &= x
		c.known[k*len(row)+j] |= safeNibbles(x)
	}
	c.next[c.last[k]] = at
	c.last[k] = at
}

// match returns the first clique that accepts a row, or the number of cliques.
func (c *cover) match(row []uint64) int {
	known := c.known[:len(c.sum)]
	x, m := row[0], safeNibbles(row[0])
	if len(row) == 1 {
		for i, y := range c.sum {
			if (x^y)&m&known[i] == 0 {
				return i
			}
		}
		return len(c.sum)
	}
	r := len(row)
next:
	for i := range c.first {
		at := i * r
		if (x^c.sum[at])&m&known[at] != 0 {
			continue
		}
		for j := 1; j < r; j++ {
			if (row[j]^c.sum[at+j])&safeNibbles(row[j])&known[at+j] != 0 {
				continue next
			}
		}
		return i
	}
	return len(c.first)
}

// safeNibbles has the nibbles set that are not Fatal.
func safeNibbles(x uint64) uint64 {
	x &= x >> 2
	x &= x >> 1
	return ^(x & nibbleOnes * Fatal)
}
