// SPDX-License-Identifier: BSD-3-Clause

package veil_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/search/uct"
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

// A problem is a type with three methods. All randomness comes from the source that it is given.
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

// AppendStarts lists what may be hidden, with its probability.
func (coin) AppendStarts(dst []veil.Weighted[bool]) []veil.Weighted[bool] {
	return append(dst, veil.Weighted[bool]{State: true, P: 0.5}, veil.Weighted[bool]{State: false, P: 0.5})
}

// AppendOutcomes lists what an action may lead to, with its probability.
func (coin) AppendOutcomes(dst []veil.Outcome[bool, string], s *bool, a string) []veil.Outcome[bool, string] {
	switch {
	case a == peek && *s:
		return append(dst, outcome(s, heads, -1, 0.75), outcome(s, tails, -1, 0.25))
	case a == peek:
		return append(dst, outcome(s, heads, -1, 0.25), outcome(s, tails, -1, 0.75))
	case (a == heads) == *s:
		return append(dst, outcome(s, "right", 10, 1))
	}
	return append(dst, outcome(s, "wrong", -10, 1))
}

func outcome(s *bool, seen string, reward, p float64) veil.Outcome[bool, string] {
	return veil.Outcome[bool, string]{State: *s, Seen: seen, Reward: reward, Done: reward != -1, P: p}
}

// A problem that also lists its probabilities has an exact belief. Two peeks that show heads leave one chance in ten
// that the coin shows tails.
func ExampleEnumerator() {
	var problem veil.Enumerator[bool, string, string] = coin{}
	prior, err := belief.Exact(problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	var b veil.Belief[bool, string, string] = prior
	for range 2 {
		if b, err = b.Update(peek, heads); err != nil {
			fmt.Println(err)
			return
		}
	}
	for seen, p := range b.Predict(heads) {
		fmt.Printf("%s %.1f\n", seen, p)
	}
	// Output:
	// right 0.9
	// wrong 0.1
}

// A search turns a belief into a decision: every action with its value, best first. Peeking is worth its cost here,
// because a call without any information earns 0.
func ExampleDecision() {
	prior, err := belief.Exact[bool, string, string](coin{})
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := uct.Config{Seed: 1, Low: -16, High: 10, Horizon: 6, NoStop: true}
	decision, err := uct.Search(context.Background(), coin{}, prior, veil.Budget{Simulations: 2000}, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range decision.Choices {
		fmt.Printf("%s: %v (%v)\n", c.Action, c.Value.As(veil.Reward), c.Value.Badge())
	}
	// Output:
	// peek: [4.68, 4.69] (bounds)
	// heads: [0.00, 0.00] (bounds)
	// tails: [0.00, 0.00] (bounds)
}

// An observation that no hidden state can cause is an error, so a wrong transcript of a game does not go unnoticed.
func Example_impossible() {
	prior, err := belief.Exact[bool, string, string](coin{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = prior.Update(peek, "edge")
	fmt.Println(errors.Is(err, veil.ErrImpossible))
	// Output:
	// true
}

// Rounding never turns a risk into a certainty.
func ExamplePercent() {
	for _, mines := range []int64{0, 1, 500_000, 999_999, 1_000_000} {
		fmt.Println(veil.Percent(big.NewInt(mines), big.NewInt(1_000_000), 1) + "%")
	}
	// Output:
	// 0.0%
	// 0.1%
	// 50.0%
	// 99.9%
	// 100.0%
}

// The JSON of a value says how it is known. An exact value keeps its numerator and denominator.
func ExampleValue_MarshalJSON() {
	text, err := json.Marshal(veil.ExactValue(big.NewInt(379), big.NewInt(660)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	var back veil.Value
	if err := json.Unmarshal(text, &back); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(back)
	// Output:
	// {"kind":"exact","win":0.5742424242424242,"num":"379","den":"660"}
	// 57.42% (379/660)
}

// A value prints with how it is known: as a fraction, as proved bounds, or as an estimate with its interval.
func ExampleValue() {
	fmt.Println(veil.ExactValue(big.NewInt(379), big.NewInt(660)))
	fmt.Println(veil.BoundsValue(0.5618, 0.5791))
	fmt.Println(veil.EstimateValue(0.573, 0.569, 0.577, 40000, 1))
	fmt.Println(veil.Value{})
	// Output:
	// 57.42% (379/660)
	// [56.1, 58.0]%
	// 57.3% ±0.4 (95%, n=40000)
	// not computed
}

// Moves sort by what they guarantee: a proved half comes before a hope of 90%.
func ExampleValue_Compare() {
	moves := []veil.Value{
		veil.ExactValue(big.NewInt(1), big.NewInt(3)),
		veil.BoundsValue(0.4, 0.9),
		veil.ExactValue(big.NewInt(1), big.NewInt(2)),
	}
	slices.SortFunc(moves, func(a, b veil.Value) int { return b.Compare(a) })
	fmt.Println(moves)
	// Output:
	// [50.00% (1/2) [40.0, 90.0]% 33.33% (1/3)]
}

// Exact values are fractions, so their difference is exact as well.
func ExampleValue_Rat() {
	before := veil.ExactValue(big.NewInt(379), big.NewInt(660))
	after := veil.ExactValue(big.NewInt(12), big.NewInt(44))
	fmt.Println(new(big.Rat).Sub(before.Rat(), after.Rat()))
	// Output:
	// 199/660
}
