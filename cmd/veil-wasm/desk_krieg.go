// SPDX-License-Identifier: BSD-3-Clause

//go:build krieg

package main

import "github.com/veilplan/veil/solve/krieg"

// newDesk is who answers.
func newDesk() *krieg.Desk {
	_ = engine // the documents of Kriegspiel name no engine
	return &krieg.Desk{Memory: new(krieg.Memory)}
}
