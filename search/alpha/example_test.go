// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"context"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/alpha"
)

// The tiger problem without an end is worth 19.37, and the first thing to do is to listen.
func ExampleSolve() {
	s, err := alpha.Solve(context.Background(), tiger.Model{}, veil.Budget{Simulations: 200}, alpha.Config{Discount: tiger.Discount})
	if err != nil {
		fmt.Println(err)
		return
	}
	lo, hi := s.Decision.Value.Interval()
	fmt.Printf("between %.1f and %.1f\n", lo, hi)
	fmt.Println(s.Decision.Choices[0].Action)
	// Output:
	// between 19.4 and 19.4
	// listen
}
