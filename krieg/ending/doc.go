// SPDX-License-Identifier: BSD-3-Clause

// Package ending answers, for a few men against a bare king that is not seen: is the win
// sure from here, what is to be tried next, and in how many moves at most is it mate?
//
// What is known of the king is a set of squares, a 64-bit mask. A [Table] holds, for every
// placement of the men up to symmetry, sets from which the win is sure. A subset of such a
// set is won too, so only maximal sets are kept, each with the try to make and two numbers
// that never grow along a game: at most how many moves to mate, and at most how many more
// refusals within this turn. Together they fall with every answer of the referee, which is
// the whole proof that a [Claim] holds; package check replays it.
//
// The claims use only what every ruleset announces: whether a try was refused, the
// directions of a check, and the end of the game. They hold under all rulesets of package
// krieg, repetition aside: no claim reasons about draws by repeated positions or fifty
// moves. Under the rules that make stalemate a loss a claim may be longer than need be.
//
// Tables of this kind were built by Ciancarini and Favini (Solving Kriegspiel endings with
// brute force: the case of KR vs. K, 2009; Playing the perfect Kriegspiel endgame,
// Theoretical Computer Science 411, 2010).
package ending
