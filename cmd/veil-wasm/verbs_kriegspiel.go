// SPDX-License-Identifier: BSD-3-Clause

//go:build kriegspiel

package main

import (
	"fmt"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/browser/arbiter"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/deduction"
)

// verbs returns the questions that this engine answers: as a player, as the referee, or without a
// role those about beliefs and mates. It is both engines of Kriegspiel in one file, for packages, where
// two would contain most code twice.
func verbs(role string) (api.Table, error) {
	_ = engine // the documents of Kriegspiel name no engine
	switch role {
	case "":
		return (&deduction.Service{Memory: new(deduction.Memory)}).Verbs(), nil
	case "player":
		return (&seat.Service{Book: book}).Verbs(), nil
	case "referee":
		return arbiter.Verbs(), nil
	default:
		return nil, fmt.Errorf("role %q: want player, referee or none", role)
	}
}
