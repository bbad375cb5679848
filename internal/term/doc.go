// SPDX-License-Identifier: BSD-3-Clause

// Package term is what commands need to know of the terminal they run in: whether there is
// one, how wide it is, whether it wants colour, and a line on it that shows progress.
package term
