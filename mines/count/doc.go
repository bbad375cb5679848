// SPDX-License-Identifier: BSD-3-Clause

// Package count is exact knowledge of a Minesweeper position: what is certain, how likely each
// cell is a mine, what it may show, and layouts drawn or listed.
//
// Layouts are counted without listing them. Hidden cells that touch the same numbers form a
// box, boxes linked by numbers form a component, each component is counted by eliminating its
// numbers one after the other, and the cells that touch no number close the sum with a binomial.
//
// Certainty (safe, mine, contradiction) is decided by which layouts exist, never by comparing
// floating-point numbers. [Analyse] answers in exact integers; a [Solver] answers in floating
// point, fast and without allocating, and a [Posterior] is the same knowledge as a belief.
package count
