// SPDX-License-Identifier: BSD-3-Clause

//go:build play

package main

import (
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/browser/arbiter"
	"github.com/veilplan/veil/krieg/browser/seat"
)

// desk answers for a player, or for the referee. A page starts it twice, in workers that share
// no memory, and asks the one for moves and the other how the game stands.
type desk struct{ player seat.Desk }

// newDesk is who answers.
func newDesk() *desk {
	_ = engine // the documents of Kriegspiel name no engine
	return &desk{player: seat.Desk{Book: book}}
}

// Ask answers a question in JSON, see [api.Ask].
func (d *desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	api.Ask(question, tell, func(kind string, _ func(any)) (any, error) {
		switch kind {
		case "krieg.think":
			return api.Reply(question, func(q api.KriegThinkQuestion) (*api.KriegThought, error) { return d.player.Think(ctx, q) })
		case "krieg.game":
			return api.Reply(question, arbiter.Game)
		default:
			return nil, api.Unknown(kind, "krieg.think or krieg.game")
		}
	})
}
