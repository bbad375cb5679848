// SPDX-License-Identifier: BSD-3-Clause

//go:build diag

package main

import (
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
)

// desk answers about machines with a fault.
type desk struct{ faults isolation.Desk }

// newDesk is who answers.
func newDesk() *desk {
	_ = engine // the documents about faults name no engine
	return &desk{}
}

// Ask answers a question in JSON, see [api.Ask].
func (d *desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	api.Ask(question, tell, func(kind string, _ func(any)) (any, error) {
		switch kind {
		case "diag.next":
			return api.Reply(question, func(q api.DiagQuestion) (*api.DiagNext, error) { return d.faults.Next(ctx, q) })
		case "diag.solve":
			return api.Reply(question, func(q api.DiagQuestion) (*api.DiagPlan, error) { return d.faults.Solve(ctx, q) })
		case "diag.check":
			return api.Reply(question, func(q api.DiagQuestion) (*api.DiagCheck, error) { return d.faults.Check(ctx, q) })
		default:
			return nil, api.Unknown(kind, "diag.next, diag.solve or diag.check")
		}
	})
}
