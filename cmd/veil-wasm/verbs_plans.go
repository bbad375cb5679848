// SPDX-License-Identifier: BSD-3-Clause

//go:build plans

package main

import (
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/pomdp"
)

// verbs returns the questions that this engine answers: all about faults, and about problems given as
// files.
func verbs(string) (api.Table, error) {
	_ = engine // the documents of both name no engine
	return slices.Concat(new(isolation.Service).Verbs(), new(pomdp.Service).Verbs()), nil
}
