// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

// wset is a set of at most 256 rows. A struct of four words is kept in registers, an
// array is not.
type wset struct{ a, b, c, d uint64 }

func (x wset) and(y wset) wset    { return wset{x.a & y.a, x.b & y.b, x.c & y.c, x.d & y.d} }
func (x wset) andNot(y wset) wset { return wset{x.a &^ y.a, x.b &^ y.b, x.c &^ y.c, x.d &^ y.d} }
func (x wset) or(y wset) wset     { return wset{x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d} }
func (x wset) empty() bool        { return x.a|x.b|x.c|x.d == 0 }
func (x wset) count() int {
	return bits.OnesCount64(x.a) + bits.OnesCount64(x.b) + bits.OnesCount64(x.c) + bits.OnesCount64(x.d)
}

// first returns the first row of x, which is not empty.
func (x wset) first() int {
	switch {
	case x.a != 0:
		return bits.TrailingZeros64(x.a)
	case x.b != 0:
		return 64 | bits.TrailingZeros64(x.b)
	case x.c != 0:
		return 128 | bits.TrailingZeros64(x.c)
	}
	return 192 | bits.TrailingZeros64(x.d)
}

func (x wset) without(i int) wset {
	bit := uint64(1) << (i & 63)
	switch i >> 6 {
	case 0:
		x.a &^= bit
	case 1:
		x.b &^= bit
	case 2:
		x.c &^= bit
	default:
		x.d &^= bit
	}
	return x
}

func (x wset) words() [4]uint64 { return [4]uint64{x.a, x.b, x.c, x.d} }

// toWide returns a set of at most four words.
func toWide(x []uint64) wset {
	var v [4]uint64
	copy(v[:], x)
	return wset{v[0], v[1], v[2], v[3]}
}

// firstRows returns the first n rows.
func firstRows(n int) wset {
	var v [4]uint64
	for i := range words(n, 64) {
		v[i] = ^uint64(0) >> (64 - min(64, n-64*i))
	}
	return toWide(v[:])
}

func (x wset) hash() uint64 {
	return mix(x.a ^ bits.RotateLeft64(x.b*0x9e3779b97f4a7c15, 31) ^ bits.RotateLeft64(x.c*0xbf58476d1ce4e5b9, 17) ^ x.d*0x94d049bb133111eb)
}
