// SPDX-License-Identifier: BSD-3-Clause

package count

import "math"

// log2 returns the binary logarithm of a positive number, with the same bits on every machine:
// math.Log2 is in assembly on some, and every product here is rounded before it is added, so that
// no compiler may fuse the two.
func log2(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	// ln x = 2 artanh((x-1)/(x+1)), and the argument is at most 0.172.
	s := (fraction - 1) / (fraction + 1)
	square, sum := float64(s*s), 0.0
	for k := 17; k > 0; k -= 2 {
		sum = float64(sum*square) + 1/float64(k)
	}
	return float64(exponent) + float64(float64(sum*s)*(2/math.Ln2))
}

// logFactorials extends a table of the binary logarithms of factorials up to n!.
func logFactorials(table []float64, n int) []float64 {
	if len(table) == 0 {
		table = append(table, 0)
	}
	for i := len(table); i <= n; i++ {
		table = append(table, table[i-1]+log2(float64(i)))
	}
	return table
}

// exp2 returns 2^x, with the same bits on every machine.
func exp2(x float64) float64 {
	k := math.Floor(x + 0.5)
	rest, sum := float64((x-k)*math.Ln2), 1.0
	for i := 14.0; i > 0; i-- {
		sum = 1 + float64(float64(sum*rest)/i)
	}
	return math.Ldexp(sum, int(k))
}
