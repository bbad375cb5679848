// SPDX-License-Identifier: BSD-3-Clause

package veil_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil"
)

// coin is a problem in which a coin lies under a cup: the hidden state is whether it shows
// heads. One may peek, which costs 1 and is right three times out of four, or call it.
type coin struct{}

const (
	peek  = "peek"
	heads = "heads"
	tails = "tails"
)

// Start draws what is hidden.
func (coin) Start(r *rand.Rand) bool { return r.IntN(2) == 0 }

// AppendActions appends what can be done, whatever is hidden.
func (coin) AppendActions(dst []string, _ *bool) []string { return append(dst, peek, heads, tails) }

// Step performs an action: what is seen, the reward, and whether it is over.
func (coin) Step(r *rand.Rand, s *bool, a string) (seen string, reward float64, done bool) {
	if a == peek {
		if *s == (r.IntN(4) > 0) {
			return heads, -1, false
		}
		return tails, -1, false
	}
	if (a == heads) == *s {
		return "right", 10, true
	}
	return "wrong", -10, true
}

// A problem is a type of your own with three methods. All that is random comes from the
// source that it is given.
func ExampleModel() {
	var problem veil.Model[bool, string, string] = coin{}
	r := rand.New(rand.NewPCG(1, 0))
	s := problem.Start(r)
	fmt.Println(problem.AppendActions(nil, &s))
	seen, reward, done := problem.Step(r, &s, peek)
	fmt.Println(seen, reward, done)
	seen, reward, done = problem.Step(r, &s, seen)
	fmt.Println(seen, reward, done)
	// Output:
	// [peek heads tails]
	// tails -1 false
	// right 10 true
}
