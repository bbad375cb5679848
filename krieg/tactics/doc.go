// SPDX-License-Identifier: BSD-3-Clause

// Package tactics plays Kriegspiel fast and without search.
//
// [Weights.Rank] ranks tries by the mean, over possible boards, of an evaluation of the position
// after the try. A refusal costs no move, so the value of a try includes the tries after its
// refusal. [Hunt] drives a bare king. [Opponent] models how an opponent moves.
//
// An [Agent] plays one side of a game. [Random], [Heuristic] and [Maps] are opponents for
// comparison.
package tactics
