// SPDX-License-Identifier: BSD-3-Clause

// Package notation reads and writes Minesweeper positions and games as text: the hand form
// that people type, .board files, JSON, and the formats of other programs.
//
// [Parse] recognises the format. A text that cannot be read gives a [mines.SyntaxError] with
// the place and what was expected there.
package notation
