// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

// disjoint reports whether x and y have no bit in common.
func disjoint(x, y []uint64) bool {
	y = y[:len(x)]
	for i, v := range x {
		if v&y[i] != 0 {
			return false
		}
	}
	return true
}

// subset reports whether every bit of x is in y.
func subset(x, y []uint64) bool {
	y = y[:len(x)]
	for i, v := range x {
		if v&^y[i] != 0 {
			return false
		}
	}
	return true
}

// and sets dst to x ∩ y and returns the number of its bits.
func and(dst, x, y []uint64) int {
	x, y = x[:len(dst)], y[:len(dst)]
	n := 0
	for i := range dst {
		v := x[i] & y[i]
		dst[i] = v
		n += bits.OnesCount64(v)
	}
	return n
}

// count returns the number of bits of x.
func count(x []uint64) int {
	n := 0
	for _, v := range x {
		n += bits.OnesCount64(v)
	}
	return n
}

// segments returns the number of segments that x touches. A segment is a run of bits
// within a word that ends at a bit of tops. Adding the low bits of every segment to
// themselves carries into its top exactly if one of them is set.
func segments(x, tops []uint64) int {
	tops = tops[:len(x)]
	n := 0
	for i, v := range x {
		if v != 0 {
			low := ^tops[i]
			n += bits.OnesCount64((((v & low) + low) | v) & tops[i])
		}
	}
	return n
}

// transpose turns a 64×64 bit matrix: afterwards bit i of m[j] is what bit j of m[i]
// was (Warren, Hacker's Delight, §7–3).
func transpose(m *[64]uint64) {
	mask := uint64(0x00000000ffffffff)
	for j := 32; j != 0; j >>= 1 {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (m[k]>>uint(j) ^ m[k|j]) & mask
			m[k] ^= t << uint(j)
			m[k|j] ^= t
		}
		mask ^= mask << uint(j>>1)
	}
}

// mix is a bijection on words that leaves no visible structure (Stafford's variant 13
// of the MurmurHash3 finalizer).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// hashRow returns a hash of a row.
func hashRow(row []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, v := range row {
		h = mix(h ^ v)
	}
	return h
}

// grow returns s with length n, reallocating if it must; the contents are undefined.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// firstBit returns the place of the first bit of x, which is not empty.
func firstBit(x []uint64) int {
	for i, v := range x {
		if v != 0 {
			return i*64 + bits.TrailingZeros64(v)
		}
	}
	return -1
}

// allOnes returns n words of ones.
func allOnes(n int) []uint64 {
	x := make([]uint64, n)
	for i := range x {
		x[i] = ^uint64(0)
	}
	return x
}

// segmentsAnd returns the number of segments that x ∩ y touches.
func segmentsAnd(x, y, tops []uint64) int {
	tops, y = tops[:len(x)], y[:len(x)]
	n := 0
	for i, v := range x {
		if v &= y[i]; v != 0 {
			low := ^tops[i]
			n += bits.OnesCount64((((v & low) + low) | v) & tops[i])
		}
	}
	return n
}
