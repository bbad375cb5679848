// SPDX-License-Identifier: BSD-3-Clause

// Package andor decides whether a win can be forced whatever is hidden, and proves it.
//
// The question is whether one plan, which depends only on what is heard, wins from every hidden
// state of a belief within a number of plies, against every outcome and every reply. The search
// tree (Russell & Wolfe 2005, §4) has three kinds of nodes, each a set of hidden states:
//
//   - OR: the player chooses an action to try;
//   - AND: something is heard, and the states are grouped by it;
//   - EXPAND: an opponent makes a hidden reply, and every state becomes several.
//
// A refused try ([veil.Rejecter]) leads from an OR node through an AND node to another
// OR node with fewer states and costs no ply. A try that is refused in every state and
// changes nothing is never made, so the search need not remember earlier tries.
//
// [Prove] examines single states before beliefs, and learns from every disproof the few
// states that suffice for it. The verdict [Proved] comes with a plan that [proof.Check]
// accepts; the verdict [Disproved] comes, on request, with a refutation that
// [proof.CheckRefutation] accepts. [Keys] finds every first try that wins, and
// [ProvePart] a plan for part of a belief. Package baseline has the paper's searches for
// comparison.
//
// Names used throughout: s state, a action, o heard, b belief, d plies left.
package andor
