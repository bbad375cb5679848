// SPDX-License-Identifier: BSD-3-Clause

// Package explain gives the reason, in words, for everything certain in a Minesweeper position.
//
// A [Certificate] is a minimal set of numbers that implies that a cell is safe or a mine; a
// [Conflict] is a minimal set of numbers that cannot all be right. Both are verified by package
// certcheck, which shares no code with this one, before they are put into words.
package explain
