// SPDX-License-Identifier: BSD-3-Clause

// Package mate answers whether a mate can be forced in Kriegspiel whatever is hidden, and
// keeps the answer as a document that can be checked again.
//
// [Solve] asks the prover about every case of a belief, with more and more plies, so that
// what is known when it is stopped is true as far as it goes. A [Document] holds the
// question, as it was put, and a plan or a refutation for each case; [Document.Check]
// reads the question again and replays them, with the rules alone. [WriteText] and
// [WritePGN] print plans for people and for chess programs.
package mate
