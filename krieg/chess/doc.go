// SPDX-License-Identifier: BSD-3-Clause

// Package chess implements ordinary chess on bitboards, with the three operations that Kriegspiel
// adds to it: the moves that a player who sees only their own men can try, the legality of one
// given move, and the directions of a check.
//
// A [Position] is a comparable value of 40 bytes. Men are stored as three bit planes of a kind code
// instead of one board per kind, so that making a move needs no search for the man that moves, and
// a whole side packs into 24 bytes ([Position.Side]). The codes are chosen so that two ANDs give
// the sliders:
//
//	pawn 001   knight 010   king 011   bishop 101   rook 110   queen 111
//	diagonal sliders = plane2 & plane0    orthogonal sliders = plane2 & plane1
//
// Only functions that return text or an error allocate.
//
// Short names: p position, m move, l list of moves, us and them the men of the side to move and of
// the other, occ all men, k the king's square.
package chess
