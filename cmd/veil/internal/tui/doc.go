// SPDX-License-Identifier: BSD-3-Clause

// Package tui implements Minesweeper in a terminal, with an engine that answers the player's
// questions. The game is a function of messages, which a Bubble Tea program delivers.
package tui
