// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"fmt"
	"math/big"

	"github.com/veilplan/veil"
)

// Chance is an exact probability: the layouts with a property, out of all that fit.
type Chance struct {
	Num, Den *big.Int
}

// Percent prints the chance in percent, never rounded to a certainty.
func (c Chance) Percent(decimals int) string { return veil.Percent(c.Num, c.Den, decimals) }

// Float returns the chance as a number from 0 to 1.
func (c Chance) Float() float64 { return veil.Ratio(c.Num, c.Den) }

// Known reports whether the chance is set; the zero value is not.
func (c Chance) Known() bool { return c.Den != nil }

// String returns percent and fraction; it omits the fraction if its numbers are too long to help a
// reader.
func (c Chance) String() string {
	if len(c.Den.String()) > 12 {
		return c.Percent(2) + "%"
	}
	return fmt.Sprintf("%s%% (%v/%v)", c.Percent(2), c.Num, c.Den)
}

// Compare orders chances of different denominators.
func (c Chance) Compare(d Chance) int {
	left := new(big.Int).Mul(c.Num, d.Den)
	return left.Cmp(new(big.Int).Mul(d.Num, c.Den))
}

// ChanceOf returns an exact value as a chance, and the zero Chance for any other.
func ChanceOf(v veil.Value) Chance {
	num, den := v.Fraction()
	return Chance{num, den}
}

// Apart prints two different chances with enough decimals to tell them apart.
func Apart(a, b Chance) (first, second string) {
	for decimals := 2; ; decimals++ {
		first, second = a.Percent(decimals), b.Percent(decimals)
		if first != second || decimals == 20 {
			return first, second
		}
	}
}

// ValuePercent prints a value for a narrow column.
func ValuePercent(v veil.Value, decimals int) string {
	switch v.Badge() {
	case veil.Exact:
		num, den := v.Fraction()
		return veil.Percent(num, den, decimals) + "%"
	case veil.Bounds:
		lo, hi := v.Interval()
		return fmt.Sprintf("%.0f-%.0f%%", 100*lo, 100*hi)
	default:
		return "-"
	}
}
