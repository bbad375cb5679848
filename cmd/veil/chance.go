// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/veilplan/veil"
)

// chance is an exact probability: layouts that have a property, of all that fit.
type chance struct {
	num, den *big.Int
}

func (c chance) percent(decimals int) string { return veil.Percent(c.num, c.den, decimals) }

func (c chance) float() float64 { return veil.Ratio(c.num, c.den) }

// String prints percent and fraction, and leaves the fraction out where its numbers
// are too long to mean anything to a reader.
func (c chance) String() string {
	if len(c.den.String()) > 12 {
		return c.percent(2) + "%"
	}
	return fmt.Sprintf("%s%% (%v/%v)", c.percent(2), c.num, c.den)
}

// compare orders chances of different denominators.
func (c chance) compare(d chance) int {
	left := new(big.Int).Mul(c.num, d.den)
	return left.Cmp(new(big.Int).Mul(d.num, c.den))
}

// grouped prints a count with separators, or its size if it is astronomical.
func grouped(n *big.Int) string {
	digits := n.String()
	if len(digits) > 15 {
		return fmt.Sprintf("about %s.%s·10^%d", digits[:1], digits[1:3], len(digits)-1)
	}
	var parts []string
	for ; len(digits) > 3; digits = digits[:len(digits)-3] {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
	}
	return strings.Join(append([]string{digits}, parts...), ",")
}

// plural returns "1 cell", "2 cells".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// layoutsFit says how many layouts there are.
func layoutsFit(n *big.Int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 layout fits"
	}
	return grouped(n) + " layouts fit"
}

// again returns a command on the board that was read from source.
func again(command, source string) string {
	if source == "" {
		return "… | " + command
	}
	return command + " " + source
}
