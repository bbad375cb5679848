// SPDX-License-Identifier: BSD-3-Clause

// Package deduction answers every question about a Kriegspiel history: which boards are possible,
// what a try would teach, whether a mate can be forced, and the proof of it.
//
// It knows nothing of Minesweeper, so that the engine a browser loads for one game does not
// carry the other. A [Service] answers questions of package api within limits.
//
// [Solve] asks the prover about every case of a belief, with more and more plies, so that what
// is known when it is stopped is true as far as it goes. A [Document] holds the question as it
// was put, and a plan or a refutation for each case; [Document.Check] reads the question again
// and replays them by the rules alone. [WriteText] and [WritePGN] print plans for people and
// for chess programs.
package deduction
