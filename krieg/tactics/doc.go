// SPDX-License-Identifier: BSD-3-Clause

// Package tactics plays Kriegspiel fast and without search.
//
// [Weights.Rank] ranks tries by the mean, over boards that are possible, of an evaluation
// of the position after the try. A refusal costs no move, so a try also counts for what
// can be tried after it is refused. [Hunt] drives a bare king. [Opponent] models how an
// opponent moves.
//
// An [Agent] plays one side of a game. [Random], [Heuristic], [Maps] and [MCTS] are there
// to be played against.
package tactics
