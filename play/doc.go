// SPDX-License-Identifier: BSD-3-Clause

// Package play is where type parameters end: above it, actions and observations are
// text and views are JSON, whatever the domain.
//
//	typed                          text
//	veil.Model  ──▶ Game.Table  ──▶ Table  ─┐
//	                                        ├─▶ Match.Play(seed, episode) ──▶ Record
//	Policy      ──▶ Game.Player ──▶ Player ─┘
//
// A [Table] is one running episode and holds the hidden state. A [Player] sits at a
// [Seat] of it: it learns which actions are possible and how each of its own was
// answered, and nothing else. A [Match] plays one episode as a function of (seed,
// episode). The world and the player draw from streams of their own, so every player
// meets the same hidden states in the same episode, however much chance it uses itself.
package play
