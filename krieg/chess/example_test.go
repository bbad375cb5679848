// SPDX-License-Identifier: BSD-3-Clause

package chess_test

import (
	"fmt"

	"github.com/veilplan/veil/krieg/chess"
)

// Legal moves of a position, in a fixed order. Perft counts whole trees of them, as chess programs do to compare rules.
func ExampleParseFEN() {
	position, err := chess.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var moves chess.Moves
	position.Legal(&moves)
	fmt.Println(moves.Len(), "moves,", chess.Perft(position, 3), "games of three")
	// Output:
	// 26 moves, 13744 games of three
}

// A move is read in algebraic notation among those that are possible, and printed in coordinates.
func ExamplePosition_ParseMoveIn() {
	position := chess.Start()
	var moves chess.Moves
	position.Legal(&moves)
	move, err := position.ParseMoveIn("Nf3", moves.Slice())
	if err != nil {
		fmt.Println(err)
		return
	}
	position.Make(move)
	fmt.Println(move, "and", position.ToMove(), "is to move")
	// Output:
	// g1f3 and black is to move
}

// The directions of a check are what a referee of Kriegspiel announces.
func ExamplePosition_CheckDirections() {
	for _, fen := range []string{"4k3/8/8/8/4R3/8/8/4K3 b - - 0 1", "4k3/8/8/1B6/8/8/8/4K3 b - - 0 1", "4k3/2N5/8/8/8/8/8/4K3 b - - 0 1"} {
		position, err := chess.ParseFEN(fen)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(position.CheckDirections())
	}
	// Output:
	// file
	// long
	// knight
}
