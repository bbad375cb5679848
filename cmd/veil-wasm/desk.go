// SPDX-License-Identifier: BSD-3-Clause

//go:build !krieg && !play && !diag

package main

import "github.com/veilplan/veil/mines/analysis"

// newDesk is who answers.
func newDesk() *analysis.Desk { return &analysis.Desk{Engine: engine} }
