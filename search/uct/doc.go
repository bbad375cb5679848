// SPDX-License-Identifier: BSD-3-Clause

// Package uct is anytime tree search on beliefs: a good move now, a better one the
// longer it thinks.
//
// One engine, [Search], with every ingredient a field of [Config], so that an ablation
// is a configuration. The zero Config is the modern planner; [BSRUCT] and [BSSUCT] are
// the planners of the papers:
//
//	                   BSRUCT (2011, Alg. 2)    BSSUCT (2012, Table 1)      zero Config
//	hidden state       redrawn at every step    redrawn at every step       drawn once, carried along
//	bandit             UCB1                     UCB with variance           UCB1, capped by proved bounds
//	new nodes          whole simulation         one per simulation          one per simulation
//	answers            as they come             double widening             exact probabilities, where known
//	forced moves       –                        yes                         yes, followed at no cost
//	simulation         uniform                  rollout policy              rollout policy
//	equal beliefs      kept apart               kept apart                  share a node
//	value of an action average return           average return              expectation over answers
//	bounds and proofs  –                        –                           on every node
//	move               most simulated           most simulated              the surest
//
// Drawing the hidden state once is right because a state drawn at the root, given that
// it answered as it did on the way down, has the law of the belief there (Silver &
// Veness, "Monte-Carlo planning in large POMDPs", 2010, Lemma 1): both ways of drawing
// grow the same tree in law, and one of them needs no belief below the root.
//
// What a problem can do beyond [veil.Model] is looked up once: [Roller] plays the
// simulation below the tree, [Bounder] bounds beliefs (small ones exactly, say),
// [Forcer] names moves that need no thought, [Guide] orders the actions. A belief
// that knows exact answers says so by Predict, or better by [ExactPredictor]; one that can tell
// whether it equals another is [Keyed].
//
// The same problem, belief, budget and seed give the same bytes at any GOMAXPROCS and
// on any architecture: the engine uses no logarithm but its own, and no product that a
// compiler could fuse with the sum after it.
//
// Names: s state, a action, o what was seen, b belief, n visits, q value of an action,
// v value of a node, [lo, hi] what is proved about it.
package uct
