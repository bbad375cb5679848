// SPDX-License-Identifier: BSD-3-Clause

// Package resolve searches for equilibria of two-player zero-sum games in which each side hides
// something from the other. It knows no game.
//
// A [Tree] grows from weighted roots: the states that the searching player considers possible, and
// others that its opponent does. Every node belongs to an information set of each player, which is
// the sequence of what that player did and heard. [Tree.Solve] runs predictive regret matching plus
// (Farina, Kroer and Sandholm, 2021) on the tree; [Tree.Grow] expands leaves, one side by PUCT while
// the other follows its current mixture, as in growing-tree CFR with one-sided expansion (Schmid and
// others, 2021; Zhang and Sandholm, 2025). A root set of the opponent may have an alternative value
// instead of the game from there: the resolving gadget (Burch, Johanson and Bowling, 2014). A root
// set of the searching player may have a fixed mixture.
//
// Budgets are numbers of nodes and iterations. Results are a function of the game, the roots and
// the seed, and the same on every processor: products are rounded before they are added.
package resolve
