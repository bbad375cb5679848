// SPDX-License-Identifier: BSD-3-Clause

//go:build !krieg

package main

import "github.com/veilplan/veil/answer"

// newDesk is who answers.
func newDesk() *answer.Desk { return &answer.Desk{Engine: engine} }
