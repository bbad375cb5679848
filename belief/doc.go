// SPDX-License-Identifier: BSD-3-Clause

// Package belief estimates the hidden state from what was seen. Its estimators implement
// [veil.Belief] for any model:
//
//	Set         exact Bayes over listed states                    exact
//	Rejection   2011 Alg. 1: draw until the history fits          consistent, slow
//	Metropolis  2011 Alg. 3: a random walk over hidden states     asymptotically consistent
//	  Inherit   2011 Alg. 4: the walk continues from the last     draws depend on each other
//	  Printed   2011 Alg. 3 and 4 to the letter: misfits, too     biased when short
//	  Solver    2012 Alg. 3: the walk starts at a solved state    biased when short
//	Particles   weighted states, merged and updated step by step  asymptotically consistent
//
// "Consistent" means that a draw has exactly the distribution of the hidden state given
// the history; "asymptotically consistent" means that it approaches this distribution as
// the effort grows. The tests measure the distance.
//
// The likelihood of a start state given a history is the probability that the problem,
// started there and given the actions, produces the observations. It is never computed.
// Instead, the history is replayed once with fresh randomness, which agrees with the
// observations with exactly this probability. Accepting a state if its replay agrees is
// Algorithm 1's test "u ≤ likelihood", with u drawn inside the model. A Metropolis step
// that accepts in this way is pseudo-marginal (Andrieu & Roberts, Annals of Statistics
// 2009): its distribution is exact in the limit. Where observations are a function of
// the hidden state, as in Minesweeper, this is the papers' 0/1 likelihood.
//
// Papers: Couëtoux, Milone & Teytaud, "Consistent Belief State Estimation, with
// Application to Mines", TAAI 2011; Sebag & Teytaud, "Combining Myopic Optimization
// and Tree Search: Application to MineSweeper", LION 2012.
package belief
