// SPDX-License-Identifier: BSD-3-Clause

package veil

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
)

// Badge is how a value is known: exact, bounds, estimate, or not at all.
type Badge uint8

// The badges, weakest first. The zero Value carries Unknown: "not computed".
const (
	Unknown Badge = iota
	Estimate
	Bounds
	Exact
)

// String returns the word printed beside a number.
func (b Badge) String() string {
	switch b {
	case Estimate:
		return "estimate"
	case Bounds:
		return "bounds"
	case Exact:
		return "exact"
	case Unknown:
		return "not computed"
	default:
		return "not computed"
	}
}

// Value is a number, usually a winning chance between 0 and 1, and how it is known: an exact
// fraction, a proved interval, or an estimate with its confidence interval. Its unit marks a reward
// or a cost.
type Value struct {
	badge    Badge
	unit     Unit
	num, den *big.Int // Exact
	mean     float64
	lo, hi   float64 // Bounds: proved; Estimate: 95% confidence
	n        int     // Estimate: sample size
	seed     uint64  // Estimate: seed of the sample
}

// ExactValue returns the fraction num/den, where den is positive. It keeps its
// arguments; do not change them.
func ExactValue(num, den *big.Int) Value {
	f := Ratio(num, den)
	return Value{badge: Exact, num: num, den: den, mean: f, lo: f, hi: f}
}

// BoundsValue returns the proved interval [lo, hi].
func BoundsValue(lo, hi float64) Value {
	return Value{badge: Bounds, mean: (lo + hi) / 2, lo: lo, hi: hi}
}

// EstimateValue returns a mean with its 95% confidence interval [lo, hi] from n samples.
func EstimateValue(mean, lo, hi float64, n int, seed uint64) Value {
	return Value{badge: Estimate, mean: mean, lo: lo, hi: hi, n: n, seed: seed}
}

// Badge returns how the value is known.
func (v Value) Badge() Badge { return v.badge }

// Fraction returns numerator and denominator of an exact value as they were given,
// not reduced: the denominator is a count of hidden states. Both are nil otherwise.
func (v Value) Fraction() (num, den *big.Int) { return v.num, v.den }

// Rat returns an exact value as a new fraction in lowest terms, and nil for any other.
func (v Value) Rat() *big.Rat {
	if v.badge != Exact {
		return nil
	}
	return new(big.Rat).SetFrac(v.num, v.den)
}

// Compare returns -1, 0 or +1 as v is less than, equal to or greater than w.
//
// Exact values are compared as fractions. Otherwise the value with the smaller lower
// end of its Interval is less, then the one with the smaller upper end, then the one
// with the weaker badge: a guarantee counts before a hope, and only exact values equal
// an exact value. This order is total and transitive, so it can sort, but only between
// exact values does it say which number is larger.
func (v Value) Compare(w Value) int {
	if v.badge == Exact && w.badge == Exact {
		return compareFractions(v.num, v.den, w.num, w.den)
	}
	return cmp.Or(cmp.Compare(v.lo, w.lo), cmp.Compare(v.hi, w.hi), cmp.Compare(v.badge, w.badge))
}

// compareFractions compares a/b with c/d. Values of one position share their
// denominator, a count of hidden states, and need no multiplication.
func compareFractions(a, b, c, d *big.Int) int {
	if b.Cmp(d) == 0 {
		return a.Cmp(c)
	}
	return new(big.Int).Mul(a, d).Cmp(new(big.Int).Mul(c, b))
}

// Float returns the value, the middle of its bounds, or its estimate.
func (v Value) Float() float64 { return v.mean }

// Interval returns the proved bounds or the 95% confidence interval; both ends are
// the value itself when it is exact.
func (v Value) Interval() (lo, hi float64) { return v.lo, v.hi }

// Sample returns the sample size and seed of an estimate.
func (v Value) Sample() (n int, seed uint64) { return v.n, v.seed }

// String prints the value the way every part of veil does: a chance as "57.42% (379/660)", "[56.1,
// 58.0]%" or "57.3% ±0.4 (95%, n=40000)", a reward or a cost as "3.25 (13/4)", "[19.31, 19.42]" or
// "-2.38 ±0.28 (95%, n=230)". A number outside [0, 1] is printed as an amount, whatever its unit.
// An estimate has ± unless one arm of its interval is twice as long as the other; then it is printed as
// "1.3% [0.0, 14.3] (95%, n=77)", or as "63.9% (no interval, n=233)" if every value is possible.
func (v Value) String() string {
	if v.unit != Chance || v.mean < 0 || v.mean > 1 || v.badge == Bounds && (v.lo < 0 || v.hi > 1) {
		return v.amount()
	}
	switch v.badge {
	case Exact:
		return fmt.Sprintf("%s%% (%v/%v)", Percent(v.num, v.den, 2), v.num, v.den)
	case Bounds:
		return fmt.Sprintf("[%.1f, %.1f]%%", math.Floor(v.lo*1000)/10, math.Ceil(v.hi*1000)/10)
	case Estimate:
		return cautious(v.mean) + "% " + v.doubt(100, 1, v.lo <= 0 && v.hi >= 1)
	case Unknown:
		return "not computed"
	default:
		return "not computed"
	}
}

// cautious prints 100·x with one decimal by the rule of Percent.
func cautious(x float64) string {
	switch tenths := math.Round(1000 * x); {
	case x > 0 && tenths <= 0:
		return "0.1"
	case x < 1 && tenths >= 1000:
		return "99.9"
	default:
		return fmt.Sprintf("%.1f", tenths/10)
	}
}

// alike is the shortest arm of an interval that ± stands for, as a share of the longest.
const alike = 0.5

// doubt prints the interval of an estimate, multiplied by scale and rounded outward to some decimals,
// and the sample size. An interval of all possible values says nothing about the mean.
func (v Value) doubt(scale float64, decimals int, vacuous bool) string {
	below, above := v.mean-v.lo, v.hi-v.mean
	switch longest := max(below, above); {
	case vacuous:
		return fmt.Sprintf("(no interval, n=%d)", v.n)
	case min(below, above) >= alike*longest:
		return fmt.Sprintf("±%.*f (95%%, n=%d)", decimals, max(outward(scale*longest, decimals), 0), v.n)
	default:
		lo, hi := 0-outward(-scale*v.lo, decimals), outward(scale*v.hi, decimals) // 0- never prints -0
		return fmt.Sprintf("[%.*f, %.*f] (95%%, n=%d)", decimals, lo, decimals, hi, v.n)
	}
}

// outward rounds up to some decimals. A rounding error of a subtraction must not push x up.
func outward(x float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Ceil(x*unit-1e-6) / unit
}

// Ratio returns num/den as the nearest float64; den is positive. It does not reduce the fraction:
// for numbers with thousands of digits that takes a thousand times as long as one division.
func Ratio(num, den *big.Int) float64 {
	const digits = 66 // two more than decide how 53 bits are rounded, or fewer of a denormal number
	shift := max(0, digits+den.BitLen()-num.BitLen())
	rest := new(big.Int)
	quotient, rest := new(big.Int).QuoRem(new(big.Int).Lsh(new(big.Int).Abs(num), uint(shift)), den, rest)
	if rest.Sign() != 0 {
		quotient.SetBit(quotient, 0, 1) // a remainder breaks the tie of a midpoint
	}
	exact := new(big.Float).SetInt(quotient)
	f, _ := exact.SetMantExp(exact, -shift).Float64()
	if num.Sign() < 0 {
		return -f
	}
	return f
}

// Percent prints 100·num/den with the given number of decimals. It rounds half away
// from zero but never to a certainty: a possible event does not print as 0, and one
// that is not certain does not print as 100.
func Percent(num, den *big.Int, decimals int) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	full := new(big.Int).Mul(scale, big.NewInt(100))
	q := new(big.Int).Mul(full, num)
	q.Add(q.Lsh(q, 1), den)
	q.Quo(q, new(big.Int).Lsh(den, 1))
	switch {
	case num.Sign() > 0 && q.Sign() == 0:
		q.SetInt64(1)
	case num.Cmp(den) < 0 && q.Cmp(full) >= 0:
		q.Sub(full, big.NewInt(1))
	}
	whole, rest := new(big.Int).QuoRem(q, scale, new(big.Int))
	if decimals == 0 {
		return whole.String()
	}
	return fmt.Sprintf("%v.%0*v", whole, decimals, rest)
}
