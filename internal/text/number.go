// SPDX-License-Identifier: BSD-3-Clause

package text

import (
	"fmt"
	"math/big"
)

// Count prints a count with separators, or its magnitude if it is astronomical.
func Count(n *big.Int) string {
	digits := n.String()
	if len(digits) > 15 {
		return fmt.Sprintf("about %s.%s·10^%d", digits[:1], digits[1:3], len(digits)-1)
	}
	return separated(digits)
}

// Thousands prints a number with separators: 12,345.
func Thousands[N int | int64 | uint64](n N) string { return separated(fmt.Sprint(n)) }

// separated puts a comma before every three digits from the end.
func separated(digits string) string {
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// ShortCount prints a count in at most eight characters.
func ShortCount(n *big.Int) string {
	digits := n.String()
	if len(digits) <= 8 {
		return digits
	}
	return fmt.Sprintf("10^%d", len(digits)-1)
}

// Plural returns "1 cell", "2 cells".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// IsOrAre returns "is" for 1 and "are" otherwise.
func IsOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// LayoutsFit returns a sentence with the number of layouts that fit.
func LayoutsFit(n *big.Int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 layout fits"
	}
	return Count(n) + " layouts fit"
}

// Points prints a probability as percentage points.
func Points(r *big.Rat) string { return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(2) }
