// SPDX-License-Identifier: BSD-3-Clause

package identify_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil/search/identify"
)

// A lamp is dark. The bulb, the fuse or the switch is broken, in proportion 6 to 3 to 1; three tests cost
// what they cost.
func Example() {
	causes := []string{"bulb", "fuse", "switch"}
	p := &identify.Problem{
		Weights: []uint64{6, 3, 1},
		Tests: []identify.Test{
			{Cost: 2, Reads: []uint16{1, 0, 0}}, // another bulb lights up
			{Cost: 5, Reads: []uint16{0, 1, 0}}, // a tester shows no voltage at the fuse
			{Cost: 9, Reads: []uint16{0, 1, 2}}, // the tester all along the wire
		},
	}
	s, err := identify.New(p, identify.Config{})
	if err != nil {
		panic(err)
	}
	r := s.Solve(context.Background(), 0)
	fmt.Println("least expected cost:", r.Cost(r.Low).RatString())
	plan, err := s.Plan()
	if err != nil {
		panic(err)
	}
	for plan.Test >= 0 {
		fmt.Printf("test %d;", plan.Test)
		plan = plan.Branches[0].Next
	}
	fmt.Println(" if all read 0, it is the", causes[plan.Causes[0]])
	// Output:
	// least expected cost: 4
	// test 0;test 1; if all read 0, it is the switch
}

// Repairs end the search. An action costs something for each cause: here a new fuse is cheap enough to try before
// the motor is opened.
func ExampleAction() {
	s, err := identify.New(&identify.Problem{
		Weights: []uint64{3, 1},                                           // the fuse, the motor
		Tests:   []identify.Test{{Cost: 10, Reads: []uint16{0, 1}}},       // open the motor
		Actions: []identify.Action{{[]uint64{1, 31}}, {[]uint64{30, 30}}}, // a new fuse, perhaps in vain; a new motor
	}, identify.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := s.Solve(context.Background(), 0)
	fmt.Println("test", r.Best, "action", r.Action, "expected cost", r.Cost(r.Low).RatString())
	// Output:
	// test -1 action 0 expected cost 17/2
}

// A number from 1 to 7 must be guessed, not only known, and each answer is lower, higher or found. Best play begins in
// the middle.
func ExampleProblem_mustFind() {
	p := &identify.Problem{Weights: []uint64{1, 1, 1, 1, 1, 1, 1}, MustFind: true}
	for guess := range 7 {
		test := identify.Test{Cost: 1, Reads: make([]uint16, 7)}
		for number := range 7 {
			test.Reads[number] = uint16(1 + cmp.Compare(number, guess))
		}
		test.Reads[guess] = identify.Found
		p.Tests = append(p.Tests, test)
	}
	s, err := identify.New(p, identify.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := s.Solve(context.Background(), 0)
	fmt.Println("guess", 1+r.Best, "first;", r.Cost(r.Low), "guesses on average")
	// Output:
	// guess 4 first; 17/7 guesses on average
}

// Causes that every test reads alike cannot be told apart. A plan then ends with all of them.
func ExampleSolver_Classes() {
	s, err := identify.New(&identify.Problem{
		Weights: []uint64{1, 1, 1},
		Tests:   []identify.Test{{Cost: 1, Reads: []uint16{0, 1, 1}}},
	}, identify.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Classes())
	// Output:
	// [[1 2]]
}

// A search that ends early has proved bounds. The next call continues it.
func ExampleSolver_Solve() {
	p := &identify.Problem{Weights: []uint64{9, 7, 5, 4, 3, 2, 1, 1}}
	for i := range 8 {
		reads := make([]uint16, 8)
		for c := range reads {
			reads[c] = uint16(c * (2*i + 3) / 4 % 2)
		}
		p.Tests = append(p.Tests, identify.Test{Cost: uint64(3 + i), Reads: reads})
	}
	s, err := identify.New(p, identify.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := s.Solve(context.Background(), 1)
	fmt.Println(r.Exact(), errors.Is(r.Cut, identify.ErrNodes))
	r = s.Solve(context.Background(), 0)
	fmt.Println(r.Exact(), r.Cost(r.Low).FloatString(2))
	// Output:
	// false true
	// true 10.03
}
