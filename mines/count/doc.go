// SPDX-License-Identifier: BSD-3-Clause

// Package count counts the layouts of a Minesweeper position and computes exact risks: what is
// certain, how likely each cell is a mine and shows each number, and layouts drawn or listed.
//
// Layouts are counted without listing them. Hidden cells that touch the same numbers form a box,
// boxes linked by numbers form a component, each component is counted by eliminating its numbers
// one after the other, and the cells that touch no number close the sum with a binomial.
//
// Certainty (safe, mine, contradiction) is decided by which layouts exist, never by comparing
// floating-point numbers. [Analyse] answers in exact integers; a [Solver] answers in floating
// point, fast and without allocating, and a [Posterior] presents the same results as a belief.
package count
