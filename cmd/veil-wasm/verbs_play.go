// SPDX-License-Identifier: BSD-3-Clause

//go:build play

package main

import (
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/browser/arbiter"
	"github.com/veilplan/veil/krieg/browser/seat"
)

// verbs returns the questions that this engine answers as a player or as the referee. A page starts
// it several times, in workers that share no memory: one that plays cannot be asked for the true
// board.
func verbs(role string) (api.Table, error) {
	_ = engine // the documents of Kriegspiel name no engine
	switch role {
	case "player", "coach":
		return (&seat.Service{Book: book}).Verbs(), nil
	case "referee":
		return arbiter.Verbs(), nil
	default:
		return nil, fmt.Errorf("role %q: want player, coach or referee", role)
	}
}
