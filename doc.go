// SPDX-License-Identifier: BSD-3-Clause

// Package veil defines the vocabulary of acting well under hidden state.
//
// A problem has a hidden state. The player acts, receives an observation, and keeps a
// belief: which hidden states are still possible, and with what weight. A search turns
// a belief into a decision. All packages of this module use these four terms:
//
//	what is known     what to do       who plays, what is asked    one directory per problem
//	belief       ──▶  search/*    ──▶  play, api              ──▶  mines, krieg, diag, problems/*
//
// A [Model] is all that sampling needs. Further capabilities ([Enumerator],
// [Adversary], [Judge], [Rejecter], [Namer]) are optional interfaces; a function that needs one
// names it in its signature. A capability that a single search uses is declared by that search. A
// [Belief] is immutable, so a search may branch on it. Every [Value] carries how it is known:
// exact, bounds or estimate.
//
// The core packages (belief, search, and the rules of each problem) are pure functions of their inputs and a
// seed: they use no clock, no global random source and no logging, and neither
// goroutines nor map order affect a result.
package veil
