// SPDX-License-Identifier: BSD-3-Clause

package stats_test

import (
	"fmt"

	"github.com/veilplan/veil/experiment/stats"
)

// A rate of 3 in 10 says little, and one of 300 in 1000 much more.
func ExampleWilson() {
	for _, n := range []int{10, 100, 1000} {
		i := stats.Wilson(3*n/10, n, 0.95)
		fmt.Printf("%d of %d: [%.3f, %.3f]\n", 3*n/10, n, i.Lo, i.Hi)
	}
	// Output:
	// 3 of 10: [0.108, 0.603]
	// 30 of 100: [0.219, 0.396]
	// 300 of 1000: [0.272, 0.329]
}

// Two players on the same boards: only the boards that one of them won alone count.
func ExamplePairs() {
	pairs := stats.Pairs{N: 1000, First: 60, Other: 30}
	i := pairs.Interval(0.95)
	fmt.Printf("%+.3f [%+.3f, %+.3f], p = %.4f\n", pairs.Difference(), i.Lo, i.Hi, pairs.McNemar())
	// Output:
	// +0.030 [+0.012, +0.049], p = 0.0021
}

// A sequential test ends a comparison as soon as it is decided.
func ExampleSPRT() {
	test := stats.SPRT{H0: 0, H1: 0.05, Alpha: 0.05, Beta: 0.05}
	for _, p := range []stats.Pairs{{N: 50, First: 8, Other: 5}, {N: 500, First: 80, Other: 40}, {N: 500, First: 50, Other: 55}} {
		fmt.Printf("%.1f: %v\n", test.LLR(p), test.Judge(p))
	}
	// Output:
	// 0.3: undecided
	// 5.8: accepted H1
	// -4.1: accepted H0
}
