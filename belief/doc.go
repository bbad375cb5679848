// SPDX-License-Identifier: BSD-3-Clause

// Package belief estimates what is hidden from what was seen: several answers to one
// question, behind one interface ([veil.Belief]) and generic over models.
//
//	Set         exact Bayes over listed states                    exact
//	Rejection   2011 Alg. 1: draw until the history fits          consistent, slow
//	Metropolis  2011 Alg. 3: a random walk over hidden states     asymptotically consistent
//	  Inherit   2011 Alg. 4: the walk goes on from the last call  draws depend on each other
//	  Solver    2012 Alg. 3: the walk starts at a solved state    biased when short
//	Particles   many weighted guesses, carried along              asymptotically consistent
//
// "Consistent" means that a draw has exactly the law of the hidden state given the
// history; "asymptotically consistent" means that it gets there as the effort grows.
// The tests measure the distance as numbers.
//
// The likelihood of a start state given a history is the chance that the problem,
// started there and fed the actions, answers with the observations. It is never
// computed: replaying the history once with fresh randomness fits with exactly this
// chance, so accepting what fits is Algorithm 1's test "u ≤ likelihood" with u drawn
// inside the model, and a Metropolis step that accepts what fits is a pseudo-marginal
// one (Andrieu & Roberts, Annals of Statistics 2009), whose law is exact in the limit.
// Where observations are a function of the hidden state, as in Minesweeper, this is
// the papers' 0/1 likelihood to the letter.
//
// Papers: Couëtoux, Milone & Teytaud, "Consistent Belief State Estimation, with
// Application to Mines", TAAI 2011; Sebag & Teytaud, "Combining Myopic Optimization
// and Tree Search: Application to MineSweeper", LION 2012.
package belief
