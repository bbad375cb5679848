// SPDX-License-Identifier: BSD-3-Clause

// Package composed is a collection of Kriegspiel problems made by self-play, with their
// proofs, and the maker of such collections.
//
// A [Problem] is a question: given what White heard in a game, can White force mate
// within so many plies, whatever the hidden board is? Half of the answers are mates, each with
// a plan. The others are near misses, of one or both of two kinds: every board could be
// won by a player who sees it, but no plan wins from all ([Problem.Informational]); or a plan
// wins from at least half of the boards, but none from all ([Problem.Halfway], the
// definition of Russell & Wolfe 2005, §3).
//
// There are four families: SEED games start from a random position with few men that
// both players know, FEW games from one with only three black men, HIST and BLIND games
// from the initial array; in BLIND games Black knows only what a player may know. [Sets]
// and [Load] read the published sets; [Problem.Check] takes none of them on trust.
package composed
