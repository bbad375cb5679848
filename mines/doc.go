// SPDX-License-Identifier: BSD-3-Clause

// Package mines implements Minesweeper: its rules, what a player sees, where mines may be, and
// games.
//
// [Rules] fix a board; a [View] is what a player sees of it; a [Layout] is where the mines are; a
// [Game] is played on a layout; a [Model] is the same game for a search.
//
// Package count computes certainties and risks, package explain gives the reasons, and package
// notation reads and writes text.
package mines
