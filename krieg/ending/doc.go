// SPDX-License-Identifier: BSD-3-Clause

// Package ending answers, for a few men against a hidden bare king, whether the win is certain,
// what to try next, and within how many moves it is mate.
//
// The belief about the king is a set of squares, a 64-bit mask. A [Table] contains, for every
// placement of the men up to symmetry, sets from which the win is certain. A subset of a won set is
// won too, so only maximal sets are kept, each with the try to make and two bounds: on the moves to
// mate, and on further refusals within this turn. Together they decrease with every answer of the
// referee, which is the whole proof that a [Claim] holds; package check replays it.
//
// The claims use only what every ruleset announces: whether a try was refused, the directions of a
// check, and the end of the game. They hold under all rulesets of package krieg, repetition aside:
// no claim reasons about draws by repeated positions or fifty moves. Under the rules that make
// stalemate a loss a claim may be longer than necessary.
//
// Tables of this kind were built by Ciancarini and Favini (Solving Kriegspiel endings with brute
// force: the case of KR vs. K, 2009; Playing the perfect Kriegspiel endgame, Theoretical Computer
// Science 411, 2010).
package ending
