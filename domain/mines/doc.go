// SPDX-License-Identifier: BSD-3-Clause

// Package mines is Minesweeper: its rules, its text formats, and exact knowledge of
// what is hidden.
//
// [Rules] fix a board; a [View] is what a player sees of it; a [Layout] is where the
// mines are. The exact belief counts layouts without ever listing them: hidden cells
// that touch the same numbers form a box, boxes linked by numbers form a component,
// each component is counted by eliminating its numbers one after the other, and the
// cells that touch no number close the sum with a binomial.
//
// Certainty (safe, mine, contradiction) is always decided by which layouts exist,
// never by comparing floating-point numbers.
package mines
