// SPDX-License-Identifier: BSD-3-Clause

package count

import "math/big"

// binomial returns n over k from its prime powers (Legendre's formula): for tens of thousands of
// cells it takes a millisecond, where multiplying and dividing by one number after the other takes
// a hundred.
func binomial(n, k int) *big.Int {
	if k < 0 || k > n {
		return new(big.Int)
	}
	var factors []*big.Int
	product := uint64(1) // of primes, as long as they fit
	composite := make([]bool, n+1)
	for p := 2; p <= n; p++ {
		if composite[p] {
			continue
		}
		for q := p * p; q <= n; q += p {
			composite[q] = true
		}
		for range exponent(n, p) - exponent(k, p) - exponent(n-k, p) {
			if product > 1<<32 {
				factors = append(factors, new(big.Int).SetUint64(product))
				product = 1
			}
			product *= uint64(p)
		}
	}
	return multiply(append(factors, new(big.Int).SetUint64(product)))
}

// exponent returns the exponent of the prime p in n!.
func exponent(n, p int) int {
	sum := 0
	for n /= p; n > 0; n /= p {
		sum += n
	}
	return sum
}

// multiply returns the product of numbers. It multiplies in pairs, so that the factors stay about
// equally long.
func multiply(list []*big.Int) *big.Int {
	for len(list) > 1 {
		half := list[:0]
		for i := 0; i < len(list); i += 2 {
			if i+1 < len(list) {
				list[i].Mul(list[i], list[i+1])
			}
			half = append(half, list[i])
		}
		list = half
	}
	return list[0]
}
