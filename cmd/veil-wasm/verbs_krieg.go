// SPDX-License-Identifier: BSD-3-Clause

//go:build krieg

package main

import (
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/deduction"
)

// verbs returns the questions that this engine answers.
func verbs(string) (api.Table, error) {
	_ = engine // the documents of Kriegspiel name no engine
	return (&deduction.Service{Memory: new(deduction.Memory)}).Verbs(), nil
}
