// SPDX-License-Identifier: BSD-3-Clause

// Package tui is Minesweeper in a terminal, with an engine that answers what the player
// asks. The game is a function of messages; a Bubble Tea program carries them.
package tui
