// SPDX-License-Identifier: BSD-3-Clause

// Package andor decides whether a win can be forced whatever is hidden, and proves it.
//
// The question is whether there is one plan, which may depend on what is heard and on
// nothing else, that wins from every hidden state of a belief against every outcome
// and every reply within a number of plies. The search tree (Russell & Wolfe 2005, §4)
// has three kinds of nodes, each a set of hidden states:
//
//   - OR: the player chooses what to try;
//   - AND: something is heard, and the states are divided by it;
//   - EXPAND: an opponent makes a hidden reply, and every state becomes several.
//
// A refused try ([veil.Rejecter]) leads from an OR node through an AND node to another
// OR node with fewer states and costs no ply. A try that is refused in every state and
// changes nothing is never made; so there is no list of tries made before.
//
// [Prove] looks at single states before it looks at beliefs, and learns from every
// disproof the few states that suffice for it. A verdict [Proved] comes with a plan that
// [proof.Check] accepts, a verdict [Disproved], if asked for, with a refutation that
// [proof.CheckRefutation] accepts. [Keys] finds every first try that wins, [ProvePart] a
// plan for a part of a belief. Package baseline has the searches of the paper to compare
// with.
//
// Names used throughout: s state, a action, o heard, b belief, d plies left.
package andor
