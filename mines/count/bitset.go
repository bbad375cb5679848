// SPDX-License-Identifier: BSD-3-Clause

package count

import "math/bits"

// A set of mine counts is a string of bits: bit j of the set is bit j%64 of word j/64.

// orShifted adds every member of src, plus k, to dst, and drops what does not fit.
func orShifted(dst, src []uint64, k int) {
	word, bit := k/64, k%64
	for i, x := range src {
		if x == 0 {
			continue
		}
		if i+word < len(dst) {
			dst[i+word] |= x << bit
		}
		if bit > 0 && i+word+1 < len(dst) {
			dst[i+word+1] |= x >> (64 - bit)
		}
	}
}

// orLowered adds every member of src, minus k, to dst, and drops what is negative or
// does not fit.
func orLowered(dst, src []uint64, k int) {
	word, bit := k/64, k%64
	for i := word; i < len(src); i++ {
		x := src[i]
		if x == 0 {
			continue
		}
		if i-word < len(dst) {
			dst[i-word] |= x >> bit
		}
		if bit > 0 && i-word-1 >= 0 && i-word-1 < len(dst) {
			dst[i-word-1] |= x << (64 - bit)
		}
	}
}

// meetsShifted reports whether some member of a, plus k, is in b.
func meetsShifted(a, b []uint64, k int) bool {
	word, bit := k/64, k%64
	for i, x := range a {
		if i+word < len(b) && b[i+word]&(x<<bit) != 0 {
			return true
		}
		if bit > 0 && i+word+1 < len(b) && b[i+word+1]&(x>>(64-bit)) != 0 {
			return true
		}
	}
	return false
}

func hasMember(set []uint64, j int) bool {
	return j >= 0 && j/64 < len(set) && set[j/64]>>(j%64)&1 == 1
}

// extent returns the least and greatest member, or 0, -1 for the empty set.
func extent(set []uint64) (lo, hi int) {
	lo, hi = 0, -1
	for i, x := range set {
		if x == 0 {
			continue
		}
		if hi < 0 {
			lo = 64*i + bits.TrailingZeros64(x)
		}
		hi = 64*i + bits.Len64(x) - 1
	}
	return lo, hi
}
