// SPDX-License-Identifier: BSD-3-Clause

// Package lab turns questions about Kriegspiel into the documents of package analysis, as
// package answer does for Minesweeper. It is a package of its own so that the engine that a
// browser loads for one game does not carry the other.
//
// [Belief] says what is possible and [Why] what a try would teach; [MateDocument] tells an
// answer of package mate. [Desk] does all of it for questions in JSON, within limits.
package lab
