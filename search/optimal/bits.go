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

// transpose transposes a 64×64 bit matrix: afterwards bit i of m[j] is the former bit j of m[i]
// (Warren, Hacker's Delight, §7–3).
func transpose(m *[64]uint64) {
	for i := range 32 {
		t := (m[i]>>32 ^ m[i+32]) & 0x00000000ffffffff
		m[i] ^= t << 32
		m[i+32] ^= t
	}
	transpose32(m, 0)
	transpose32(m, 32)
}

// transpose32 transposes the two 32×32 matrices side by side in the 32 rows from row at on.
func transpose32(all *[64]uint64, at int) {
	m := (*[32]uint64)(all[at : at+32])
	for i := range 16 {
		t := (m[i]>>16 ^ m[i+16]) & 0x0000ffff0000ffff
		m[i] ^= t << 16
		m[i+16] ^= t
	}
	for k := 0; k < 32; k += 16 {
		for i := k; i < k+8; i++ {
			t := (m[i&31]>>8 ^ m[(i+8)&31]) & 0x00ff00ff00ff00ff
			m[i&31] ^= t << 8
			m[(i+8)&31] ^= t
		}
	}
	for k := 0; k < 32; k += 8 {
		for i := k; i < k+4; i++ {
			t := (m[i&31]>>4 ^ m[(i+4)&31]) & 0x0f0f0f0f0f0f0f0f
			m[i&31] ^= t << 4
			m[(i+4)&31] ^= t
		}
	}
	for k := 0; k < 32; k += 4 {
		transpose4(m, k)
	}
}

// transpose4 does the last two steps of transpose32 on four rows.
func transpose4(m *[32]uint64, k int) {
	a, b, c, d := m[k&31], m[(k+1)&31], m[(k+2)&31], m[(k+3)&31]
	t := (a>>2 ^ c) & 0x3333333333333333
	u := (b>>2 ^ d) & 0x3333333333333333
	a, c = a^t<<2, c^t
	b, d = b^u<<2, d^u
	t = (a>>1 ^ b) & 0x5555555555555555
	u = (c>>1 ^ d) & 0x5555555555555555
	m[k&31], m[(k+1)&31] = a^t<<1, b^t
	m[(k+2)&31], m[(k+3)&31] = c^u<<1, d^u
}

// transposeRows is transpose for a matrix with only the first n rows set; only these are valid
// afterwards.
func transposeRows(m *[64]uint64, n int) {
	clear(m[n:])
	if n > 32 {
		transpose(m)
		return
	}
	transpose32(m, 0)
	for i := range 32 {
		m[i+32] = m[i] >> 32
		m[i] &= 0x00000000ffffffff
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

// firstBit returns the index of the first bit of x, which is not empty.
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

// countAnd returns the number of bits of x ∩ y.
func countAnd(x, y []uint64) int {
	y = y[:len(x)]
	n := 0
	for i, v := range x {
		n += bits.OnesCount64(v & y[i])
	}
	return n
}
