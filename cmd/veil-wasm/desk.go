// SPDX-License-Identifier: BSD-3-Clause

//go:build !krieg && !play && !diag

package main

import solvemines "github.com/veilplan/veil/solve/mines"

// newDesk is who answers.
func newDesk() *solvemines.Desk { return &solvemines.Desk{Engine: engine} }
