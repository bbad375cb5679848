// SPDX-License-Identifier: BSD-3-Clause

package alpha_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/rocksample"
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

// A policy decides in any belief that can be reached. It opens a door once the other one hides the tiger with 97%.
func ExamplePolicy_Decide() {
	s, err := alpha.Solve(context.Background(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount, Gap: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, left := range []float64{0.5, 0.85, 0.97} {
		d, err := s.Decide([]veil.Weighted[tiger.State]{
			{State: tiger.State{Right: false}, P: left},
			{State: tiger.State{Right: true}, P: 1 - left},
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("left with %.2f: %v\n", left, d.Choices[0].Action)
	}
	// Output:
	// left with 0.50: listen
	// left with 0.85: listen
	// left with 0.97: right
}

// A solved policy is stored in a file and plays the same when it is read. A file of another problem is refused.
func ExampleRead() {
	s, err := alpha.Solve(context.Background(), tiger.Model{}, veil.Budget{}, alpha.Config{Discount: tiger.Discount, Gap: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := s.Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	policy, err := alpha.Read(bytes.NewReader(file.Bytes()), tiger.Model{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(policy.First().Act())
	_, err = alpha.Read(bytes.NewReader(file.Bytes()), tiger.Model{Horizon: 9})
	fmt.Println(errors.Is(err, alpha.ErrOther))
	// Output:
	// listen
	// true
}

// The graph of a policy shows what it does after each observation.
func ExamplePolicy_Graph() {
	s, err := alpha.Solve(context.Background(), tiger.Model{Horizon: 3}, veil.Budget{}, alpha.Config{Discount: tiger.Discount, Gap: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	graph := s.Graph(10)
	for _, e := range graph.Edges {
		fmt.Printf("%d %s, %s: to %d with %.2f\n", e.From, graph.Nodes[e.From].Action, e.Seen, e.To, e.P)
	}
	// Output:
	// 0 listen, growl-left: to 1 with 0.50
	// 0 listen, growl-right: to 2 with 0.50
	// 1 listen, growl-left: to 3 with 0.74
	// 2 listen, growl-right: to 4 with 0.74
	// 1 listen, growl-right: to 5 with 0.26
	// 2 listen, growl-left: to 5 with 0.26
}

// Measure shows how large a problem is before it is solved.
func ExampleMeasure() {
	rover, err := rocksample.Standard(4, 4, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	size, err := alpha.Measure(rover, 10_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(size.States, "states in", size.Classes, "classes of at most", size.Widest)
	// Output:
	// 256 states in 16 classes of at most 16
}

// Progress reports the bounds after every walk, so that a caller can show how far a search has come.
func ExampleProgress() {
	rover, err := rocksample.New(3, rocksample.Cell{X: 0, Y: 1}, []rocksample.Cell{{X: 1, Y: 1}, {X: 2, Y: 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := alpha.Config{Discount: rocksample.Discount, Progress: func(p alpha.Progress) {
		fmt.Printf("walk %d: [%.2f, %.2f]\n", p.Walks, p.Low, p.High)
	}}
	if _, err := alpha.Solve(context.Background(), rover, veil.Budget{Simulations: 4}, cfg); err != nil {
		fmt.Println(err)
	}
	// Output:
	// walk 1: [12.87, 16.44]
	// walk 2: [14.29, 16.41]
	// walk 3: [15.49, 16.37]
	// walk 4: [15.50, 16.33]
}
