// SPDX-License-Identifier: BSD-3-Clause

// Package heuristic plays Minesweeper fast and without search.
//
// A [Sweeper] follows one game: it opens certainly safe cells and knows the risk of the rest. Where
// nothing is safe it guesses by one of three policies: any cell, the lowest risk (Sebag & Teytaud
// 2012, Alg. 2), or a [Lookahead], which values a guess by the position it leads to.
package heuristic
