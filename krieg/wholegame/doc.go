// SPDX-License-Identifier: BSD-3-Clause

// Package wholegame describes whole games of Kriegspiel in the vocabulary of package veil, so that
// every search plays them.
//
// [Model] is the game as one side meets it: the side moves, and a model of the opponent answers
// within the same step. An observation, a [Turn], is everything that the referee says until the
// side's next choice. Three beliefs estimate the board: [NewExact] keeps all boards with their
// probabilities, [NewCloud] a bounded sample, and [NewAtlas] maps of where men are expected. [Search]
// adds what tree searches use: an order of tries, an evaluation, and moves that need no search.
//
// The model leaves out draws by repetition, and the opponent's refused tries: its opponent knows the
// board. Beliefs accept histories with such tries.
package wholegame
