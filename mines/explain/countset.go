// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"math/bits"
	"slices"
)

// countSet is a set of mine counts, one bit each.
type countSet []uint64

// or adds the members of other, raised by shift.
func (c countSet) or(other []uint64, shift int) {
	word, bit := shift/64, shift%64
	for i, w := range other {
		if w == 0 {
			continue
		}
		c[i+word] |= w << bit
		if high := w >> (64 - bit); bit > 0 && high != 0 {
			c[i+word+1] |= high
		}
	}
}

// plus returns the sums of a member of each set.
func (c countSet) plus(other countSet) countSet {
	if len(c) == 0 || len(other) == 0 {
		return nil
	}
	sum := make(countSet, len(c)+len(other))
	for n := range len(other) * 64 {
		if other.has(n) {
			sum.or(c, n)
		}
	}
	return sum[:sum.most()/64+1]
}

// has reports whether n is a member.
func (c countSet) has(n int) bool { return n/64 < len(c) && c[n/64]>>(n%64)&1 == 1 }

// meets reports whether a member lies between lo and hi.
func (c countSet) meets(lo, hi int) bool {
	for n := max(lo, 0); n <= min(hi, len(c)*64-1); n++ {
		if c.has(n) {
			return true
		}
	}
	return false
}

// least and most return the smallest and the largest member of a set that has one.
func (c countSet) least() int {
	for i, w := range c {
		if w != 0 {
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

func (c countSet) most() int {
	for i, w := range slices.Backward(c) {
		if w != 0 {
			return i*64 + bits.Len64(w) - 1
		}
	}
	return -1
}
