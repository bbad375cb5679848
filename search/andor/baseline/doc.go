// SPDX-License-Identifier: BSD-3-Clause

// Package baseline implements the searches that Russell and Wolfe compare in 2005, to measure
// package andor against: depth-first search ([DFS], with the letters L, E, G and X), proof-number
// search ([PNS]), and the searches that process the hidden states of a belief one at a time ([UDB],
// [DUB], [DBU], [IPNS]).
//
// All of them answer the question of [andor.Prove] with the same verdict. They share
// the game, the limits and the form of the proof with package andor, which is the one
// to use where no comparison is made.
package baseline
