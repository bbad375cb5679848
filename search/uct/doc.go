// SPDX-License-Identifier: BSD-3-Clause

// Package uct implements an anytime tree search on beliefs: it has a move soon and a better one
// with more simulations.
//
// There is one engine, [Search]. Every ingredient is a field of [Config], so an ablation
// is a configuration. The zero Config is the modern planner; [BSRUCT] and [BSSUCT] are
// the planners of the papers:
//
//	                   BSRUCT (2011, Alg. 2)    BSSUCT (2012, Table 1)      zero Config
//	hidden state       redrawn at every step    redrawn where widening      drawn once, carried along
//	                                            chose the answer
//	bandit             UCB1                     UCB with variance           UCB1
//	new nodes          whole simulation         one per simulation          one per simulation
//	answers            as they come             double widening             exact probabilities, where known
//	forced moves       –                        yes                         yes, at no cost
//	simulation         uniform                  rollout policy              rollout policy
//	equal beliefs      kept apart               kept apart                  share a node
//	value of an action average return           average return              expectation over answers
//	bounds and proofs  –                        –                           on every node
//	move               most simulated           most simulated              secure child
//
// It is enough to draw the hidden state once, at the root. Given the observations on the way down,
// that state has the distribution of the belief at the node it reaches (Silver & Veness,
// "Monte-Carlo planning in large POMDPs", 2010, Lemma 1). So drawing once and drawing again at
// every step grow trees with the same distribution, and drawing once needs no belief below the
// root.
//
// Search looks up once which interfaces a problem implements beyond [veil.Model]: a [Roller] plays
// the simulation below the tree, a [RandomWalker] plays a random one fast, a [Bounder] bounds the
// values of beliefs (and may know small ones exactly), a [Valuer] estimates them, a [Forcer] finds
// moves that need no search, and a [Guide] orders the actions. The bounds of a policy of
// search/alpha make a problem a Bounder and a Valuer; with them, the bandit [Optimist] searches
// between the bounds and needs no rollouts. A belief with exact probabilities yields them by
// Predict or, with rewards, as an [ExactPredictor]; a belief that can be compared with others is
// [Keyed].
//
// [Improve] is the planner for problems with a good fast policy (an [Adviser] and
// [Continuer]): it grows a tree, compares plans with the policy in the same hidden states,
// and replaces the policy's action only where a test that is valid at any stopping time
// shows a plan to be better.
//
// Problems with rewards need only [Config.Discount]: the horizon follows from it, and exploration
// is scaled by the returns that simulations have had.
//
// The same problem, belief, budget and seed give the same bytes at any GOMAXPROCS and
// on any architecture: the engine has its own logarithm and prevents the compiler from
// fusing a product with a sum.
//
// Names: s state, a action, o observation, b belief, n visits, q value of an action,
// v value of a node, [lo, hi] the proved bounds of a value.
package uct
