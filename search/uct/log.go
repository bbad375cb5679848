// SPDX-License-Identifier: BSD-3-Clause

package uct

import "math"

// ln returns the natural logarithm of x > 0, with the same bits on every architecture.
// math.Log is assembly on some, and a compiler may fuse a product with a sum unless the
// product is converted. The error is below 2 units in the last place.
func ln(x float64) float64 {
	const (
		ln2     = 0.693147180559945309417232121458176568
		sqrtTwo = 1.41421356237309504880168872420969808
	)
	bits := math.Float64bits(x)
	exponent := int(bits>>52&0x7ff) - 1023
	mantissa := math.Float64frombits(bits&(1<<52-1) | 1023<<52) // in [1, 2)
	if mantissa > sqrtTwo {
		mantissa /= 2
		exponent++
	}
	// ln m = 2·artanh(t) = 2(t + t³/3 + t⁵/5 + …), |t| ≤ 0.172.
	t := (mantissa - 1) / (mantissa + 1)
	t2 := float64(t * t)
	sum := 1.0 / 21
	sum = float64(sum*t2) + 1.0/19
	sum = float64(sum*t2) + 1.0/17
	sum = float64(sum*t2) + 1.0/15
	sum = float64(sum*t2) + 1.0/13
	sum = float64(sum*t2) + 1.0/11
	sum = float64(sum*t2) + 1.0/9
	sum = float64(sum*t2) + 1.0/7
	sum = float64(sum*t2) + 1.0/5
	sum = float64(sum*t2) + 1.0/3
	sum = float64(sum*t2) + 1
	return float64(float64(exponent)*ln2) + float64(2*float64(t*sum))
}
