// SPDX-License-Identifier: BSD-3-Clause

// Package deduction answers every question about a Kriegspiel history: which boards are possible,
// what a try would reveal, whether a mate can be forced, and its proof.
//
// It does not depend on Minesweeper, so that the engine a browser loads for one game does not
// contain the other. A [Service] answers questions of package api within limits.
//
// [Solve] runs the prover on every case of a belief, with more and more plies, so that a stopped
// search has proved all that it reports. A [Document] contains the question verbatim, and a plan or
// a refutation for each case; [Document.Check] reads the question again and replays them by the
// rules alone. [WriteText] and [WritePGN] print plans for people and for chess programs.
package deduction
