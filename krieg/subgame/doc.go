// SPDX-License-Identifier: BSD-3-Clause

// Package subgame searches for a mixture of tries on a sampled belief of Kriegspiel: what an
// opponent cannot exploit, instead of an answer to a fixed model of the opponent.
//
// The roots are boards of the player's belief and, for each, doubles: the same hidden men with
// another placement of the player's men that fits what the opponent has heard. Without them the
// opponent would see everything. An information set of the opponent contains its men, its tries
// with the refusals, and the announcements; the player's likewise. In doubles the player follows
// the evaluation, and the opponent may take the value of the evaluation instead of the game: the
// subgame is limited to what each side may consider possible now. Package search/resolve solves it.
//
// A few doubles still tell the opponent more than it knows. So its replies can be ranked by the evaluation on more
// of them, which are no roots: Config.Replies.
//
// Choices are a function of the view, the events, the belief and the seed.
package subgame
