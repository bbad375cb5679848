// SPDX-License-Identifier: BSD-3-Clause

//go:build !krieg && !play && !diag && !kriegspiel && !plans

package main

import (
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines/analysis"
)

// verbs returns the questions that this engine answers.
func verbs(string) (api.Table, error) { return (&analysis.Service{Engine: engine}).PageVerbs(), nil }
