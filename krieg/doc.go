// SPDX-License-Identifier: BSD-3-Clause

// Package krieg implements Kriegspiel: chess in which each player sees only their own men, and a
// referee answers their tries.
//
// A ruleset is a value of [Rules], a list of policies ([Berkeley], [BerkeleyAny], [English],
// [Cincinnati], [Wild16], [Rand], [Dutch]). An announcement of the referee is a comparable
// [Percept]. Both players hear the same, except that some rulesets keep refusals private. The game
// itself, with its true board, is in the package referee, which players must not import.
//
// [Model] implements the interfaces of the root package that sampling, exact beliefs and proofs
// need. A player's announcements form a [History], written as a referee log ([ParseLog]) or as
// Kriegspiel PGN ([ParsePGN]). It determines the boards that are still possible: all of them at
// once ([Belief]) or one at a time in little memory ([Stream]). Positions are read from .ks text
// ([ParseProblem]).
//
// The rules follow Russell & Wolfe 2005 and, for the other rulesets, the texts kept by
// kriegspiel.org. A try is a move that would be legal if the enemy were not on the board, or any
// diagonal step of a pawn onto a square not occupied by its own side.
package krieg
