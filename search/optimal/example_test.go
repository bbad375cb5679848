// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/optimal"
)

// row is a row of six cells with two mines. Opening a cell shows the number of mines
// beside it.
func row() optimal.Problem {
	var layouts []uint // with a bit for each mine
	for m := range uint(1 << 6) {
		if bits.OnesCount(m) == 2 {
			layouts = append(layouts, m)
		}
	}
	return optimal.Problem{States: len(layouts), Actions: 6, Read: func(state int, seen []uint8) {
		m := layouts[state]
		for c := range seen {
			if m>>c&1 != 0 {
				seen[c] = optimal.Fatal
			} else {
				seen[c] = uint8(bits.OnesCount(m << 1 >> c & 0b101))
			}
		}
	}}
}

// Best play wins 8 of the 15 layouts, and begins with one of the two cells in the middle.
func ExampleSolver_Solve() {
	ctx := context.Background()
	s, err := optimal.New(ctx, row(), optimal.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := s.Solve(ctx, nil, veil.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("best play wins", res.Over(res.States), "by", res.Best)
	for _, a := range res.Actions {
		fmt.Println("action", a.Action, "safe in", a.Safe, "wins", a.Lo)
	}
	// Output:
	// best play wins 53.33% (8/15) by [2 3]
	// action 0 safe in 10 wins 7
	// action 1 safe in 10 wins 6
	// action 2 safe in 10 wins 8
	// action 3 safe in 10 wins 8
	// action 4 safe in 10 wins 6
	// action 5 safe in 10 wins 7
}

// What best play wins after a first reading. A reading that no layout shows is an error.
func ExampleSolver_Value() {
	ctx := context.Background()
	s, err := optimal.New(ctx, row(), optimal.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for seen := range uint8(2) {
		res, err := s.Value(ctx, []optimal.Step{{Action: 0, Seen: seen}}, veil.Budget{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("after reading", seen, "best play wins", res.Lo, "of", res.States)
	}
	_, err = s.Value(ctx, []optimal.Step{{Action: 0, Seen: 2}}, veil.Budget{})
	fmt.Println(errors.Is(err, veil.ErrImpossible))
	// Output:
	// after reading 0 best play wins 4 of 6
	// after reading 1 best play wins 3 of 4
	// true
}

// Solvers of related problems share what they learn, and the limit of their bytes.
func ExampleMemory() {
	ctx := context.Background()
	memory := optimal.NewMemory(64 << 20)
	for range 2 {
		s, err := optimal.New(ctx, row(), optimal.Config{Memory: memory})
		if err != nil {
			fmt.Println(err)
			return
		}
		res, err := s.Value(ctx, nil, veil.Budget{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(res.Lo, "of", res.States)
		s.Close() // what it learned stays in memory
	}
	_, err := optimal.New(ctx, row(), optimal.Config{MaxBytes: 100})
	fmt.Println(errors.Is(err, veil.ErrTooHard))
	// Output:
	// 8 of 15
	// 8 of 15
	// true
}

// A search that ends early has proved bounds. Asked again, it continues from there.
func ExampleResult() {
	ctx := context.Background()
	s, err := optimal.New(ctx, newBoard(4, 4, 5).problem(), optimal.Config{BestOnly: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for nodes := 1; ; nodes *= 64 {
		res, err := s.Solve(ctx, nil, veil.Budget{Nodes: nodes})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(res.Over(res.States))
		if res.Done {
			return
		}
	}
	// Output:
	// [31.8, 52.5]%
	// [31.8, 52.5]%
	// [32.4, 52.5]%
	// 33.45% (1461/4368)
}

// Openings maximises the safe cells opened before a mine, not the games won. Here the two corners
// are then as good as the middle.
func ExampleObjective() {
	ctx := context.Background()
	for _, objective := range []optimal.Objective{optimal.Wins, optimal.Openings} {
		s, err := optimal.New(ctx, row(), optimal.Config{Objective: objective})
		if err != nil {
			fmt.Println(err)
			return
		}
		res, err := s.Solve(ctx, nil, veil.Budget{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("best", res.Best, "value", res.Lo)
	}
	// Output:
	// best [2 3] value 8
	// best [0 2 3 5] value 34
}
