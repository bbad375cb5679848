// SPDX-License-Identifier: BSD-3-Clause

// Package veil is the vocabulary of acting well when not everything is seen.
//
// A problem has a hidden state. The player acts, hears an observation, and keeps
// a belief: which hidden states are still possible, and with what weight. A
// search turns a belief into a decision. Everything in this module speaks of
// these four things in the words of this package:
//
//	rules          what is known     what to do       what it means
//	domain/*  ──▶  belief/      ──▶  search/     ──▶  play/, analysis/
//
// A [Model] is all that sampling needs. Further powers ([Enumerator], [Adversary],
// [Judge], [Rejecter], [Namer]) are optional interfaces: a method that needs one says
// so in its signature. A power that a single search uses is declared by that search. A [Belief] is immutable, so a
// search may branch on it. A [Value] never travels without saying how it is known:
// exact, bounds or estimate.
//
// Everything below this package is a pure function of its inputs and a seed: no
// clock, no global random source, no logging, and no goroutine or map order that
// could change a result.
package veil
