// SPDX-License-Identifier: BSD-3-Clause

// Package bot plays Kriegspiel on kriegspiel.org, or any server with its HTTP API.
//
// The server keeps all state. Before every try the bot reads the score sheet that the
// server shows to its player, makes of it what was heard, and asks the engine, whose choice
// is a function of that and a seed made from the game's name. So the bot has nothing to
// lose: after a lost connection, or after it was killed, it reads the sheet again and goes
// on, and a try that may or may not have arrived is either on the sheet or chosen again.
//
// It calls only addresses from which a player may learn what a player may know: never the
// list of moves or the review of a game that is played.
package bot
