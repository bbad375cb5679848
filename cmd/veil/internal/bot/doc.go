// SPDX-License-Identifier: BSD-3-Clause

// Package bot plays Kriegspiel on kriegspiel.org, or any server with its HTTP API.
//
// The server keeps all state. Before every try the bot reads its player's score sheet, converts it
// into a history, and asks the engine, whose choice is a function of the history and a seed derived
// from the game's name. So the bot can be killed or disconnected at any time: it reads the sheet
// again and continues, and a try that may or may not have arrived is either on the sheet or chosen
// again.
//
// It uses only addresses that show what a player may know: never the list of moves or the review of
// a running game.
package bot
