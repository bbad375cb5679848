// SPDX-License-Identifier: BSD-3-Clause

// Package play runs episodes. It hides the types of a domain: for its users, actions and
// observations are text and views are JSON.
//
//	typed                          text
//	veil.Model  ──▶ Game.Table  ──▶ Table  ─┐
//	                                        ├─▶ Match.Play(seed, episode) ──▶ Record
//	Policy      ──▶ Game.Player ──▶ Player ─┘
//
// A [Table] is one running episode and holds the hidden state. A [Player] sees it
// through a [Seat]: the available actions, and the answers to its own actions. A [Match]
// plays one episode as a function of (seed, episode). World and player draw from separate
// random streams, so every player meets the same hidden states in the same episode, no
// matter how many random numbers it uses.
package play
