// SPDX-License-Identifier: BSD-3-Clause

package tactics_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/tactics"
)

// Tries are ranked by their mean over the boards that are possible. The capture of a rook on d5 comes before that of a
// bishop on f5.
func ExampleEvaluation_Rank() {
	boards := []tactics.Board{}
	var own krieg.OwnView
	for _, fen := range []string{"4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/5b2/4P3/8/8/4K3 w - - 0 1"} {
		board, err := chess.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		boards = append(boards, tactics.Board{Pos: board, Weight: 0.5})
		own = krieg.NewOwnView(krieg.Berkeley(), krieg.White, board)
	}
	ranked, err := tactics.DefaultEvaluation().Rank(context.Background(), own, boards, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v is legal with %.0f%%\n", ranked[0].Try, 100*ranked[0].Legal)
	// Output:
	// e4d5 is legal with 50%
}

// An agent hears events and chooses tries. This one recaptures at once.
func ExampleNewHeuristic() {
	h, err := krieg.ParseLog("W e2e4 yes\nB moved\nW d2d3 yes\nB takes e4\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	agent := tactics.NewHeuristic(krieg.NewOwnView(h.Rules, krieg.White, h.Start), rand.New(rand.NewPCG(1, 0)))
	for _, e := range h.Events {
		if err := agent.Hear(context.Background(), e); err != nil {
			fmt.Println(err)
			return
		}
	}
	try, err := agent.Choose(context.Background())
	fmt.Println(try, err)
	// Output:
	// d3e4 <nil>
}

// Hunt drives a bare king that may stand on several squares, without a stalemate on any.
func ExampleHunt() {
	men, err := chess.ParseMen("8/8/8/8/8/2K5/1Q6/8")
	if err != nil {
		fmt.Println(err)
		return
	}
	own := krieg.NewOwnView(krieg.Berkeley(), krieg.White, men)
	kings := chess.NewSquare(7, 7).Bit() | chess.NewSquare(6, 7).Bit() // h8 or g8
	try, ok := tactics.Hunt(own, kings, nil)
	fmt.Println(try, ok, tactics.Safe(krieg.Berkeley(), men, kings, try))
	// Output:
	// b2b7 true true
}
