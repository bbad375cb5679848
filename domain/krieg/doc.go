// SPDX-License-Identifier: BSD-3-Clause

// Package krieg is Kriegspiel: chess in which a player sees only his own men and a
// referee, who sees all, answers his tries.
//
// One referee serves every ruleset; a ruleset is a value of [Rules], a list of
// policies ([Berkeley], [BerkeleyAny], [English], [Cincinnati], [Wild16], [Rand],
// [Dutch]). What the referee says is one comparable [Percept]. Both players hear the
// same, except that some rulesets keep refusals private.
//
// [Model] gives a Kriegspiel problem the powers of the root package that sampling,
// exact beliefs and proofs need. What a player heard is a [History], in two
// spellings: the referee log ([ParseLog]) and Kriegspiel PGN ([ParsePGN]). From it
// follow the states that are still possible: all of them at once ([Belief]) or one
// after the other in little memory ([Stream]). Positions are given as .ks text
// ([ParseProblem]).
//
// The rules follow Russell & Wolfe 2005 and, for the other rulesets, the texts kept by
// kriegspiel.org. A try is a move that would be legal if the enemy were not on the
// board, or any diagonal step of a pawn onto a square that is not its own.
package krieg
