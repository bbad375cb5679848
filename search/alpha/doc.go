// SPDX-License-Identifier: BSD-3-Clause

// Package alpha solves a problem with rewards once and for all: it bounds the value of best play
// from both sides, and returns a policy that earns at least the lower bound.
//
// [Solve] lists every state that can be reached, so it needs a problem with known probabilities and
// no more than about a million states. Then it is anytime: it walks to beliefs at which the bounds
// are far apart and improves them there, and may be stopped after any walk.
//
//	lower bound   vectors, each the value of one plan from every state; first always the
//	              same action ("blind"), then point-based backups; from time to time the
//	              useful ones are evaluated together, as a controller
//	upper bound   first as if states were seen (QMDP, then the fast informed bound), then
//	              the sawtooth between beliefs that were backed up
//	walks         heuristic search value iteration (HSVI), which follows the upper bound, and
//	              rehearsals of the best plans that are known
//	classes       the part of the state that is always observable is found automatically, so that
//	              vectors and beliefs are as short as with mixed observability (MOMDP)
//	beliefs       equal beliefs share a node, whatever led to them
//
// A [Policy] can be stored with [Policy.Write] and read with [Read], and plays the same after that.
//
// Bounds are computed with floating-point numbers. An allowance for rounding and for the sharing of
// nodes is added to the upper bound.
//
// Papers: Smith & Simmons, "Point-based POMDP algorithms: improved analysis and
// implementation", UAI 2005 (HSVI2); Ji, Parr, Li, Liao & Carin, "Point-based policy
// iteration", AAAI 2007; Kurniawati, Hsu & Lee, "SARSOP", RSS 2008; Hauskrecht,
// "Value-function approximations for partially observable Markov decision processes", JAIR
// 2000.
package alpha
