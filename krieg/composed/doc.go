// SPDX-License-Identifier: BSD-3-Clause

// Package composed contains Kriegspiel problems made by self-play, with their proofs, and the
// program that makes such collections.
//
// A [Problem] is a question: given White's history of a game, can White force mate within a number
// of plies, whatever the hidden board is? Half of the answers are mates, each with a plan. The
// others are near misses, of one or both of two kinds: every board could be won by a player who
// sees it, but no plan wins from all ([Problem.Informational]); or a plan wins from at least half
// of the boards, but none from all ([Problem.Halfway], the definition of Russell & Wolfe 2005, §3).
//
// There are four families: SEED games start from a random position with few men that both players
// know, FEW games from one with only three black men, HIST and BLIND games from the initial
// position; in BLIND games Black knows only its own history. [Sets] and [Load] read the published
// sets; [Problem.Check] verifies every claim of a problem.
package composed
