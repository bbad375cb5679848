// SPDX-License-Identifier: BSD-3-Clause

//go:build diag

package main

import (
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
)

// verbs returns the questions that this engine answers.
func verbs(string) (api.Table, error) {
	_ = engine // the documents about faults name no engine
	return new(isolation.Service).PageVerbs(), nil
}
