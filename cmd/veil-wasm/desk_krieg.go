// SPDX-License-Identifier: BSD-3-Clause

//go:build krieg

package main

import "github.com/veilplan/veil/krieg/deduction"

// newDesk is who answers.
func newDesk() *deduction.Desk {
	_ = engine // the documents of Kriegspiel name no engine
	return &deduction.Desk{Memory: new(deduction.Memory)}
}
