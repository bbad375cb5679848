// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/pomdp"
)

// verbs returns every question that the program answers, within limits, except those to the referee
// of a game.
func (a *app) verbs(l api.Limits) api.Table {
	mines := a.service()
	mines.Limits = l
	return slices.Concat(
		mines.Verbs(), (&deduction.Service{Limits: l}).Verbs(), (&seat.Service{Book: sync.OnceValue(endings), Limits: l}).Verbs(),
		(&isolation.Service{Limits: l}).Verbs(), (&pomdp.Service{Limits: l}).Verbs(),
	)
}

// endings returns the tables of endings, or nil if this program is damaged: players work without them.
func endings() *ending.Book {
	b, err := minor.Book()
	if err != nil {
		return nil
	}
	return b
}

// endingFiles returns the files of the tables of endings by the names under which the web app fetches them.
func endingFiles() map[string][]byte {
	return map[string][]byte{"endings.bin": ending.StandardFile(), "minor.bin": minor.File()}
}

// verbsTopic lists the verbs of the table.
func (a *app) verbsTopic() string {
	var b strings.Builder
	b.WriteString("A question in JSON has its verb in \"ask\". \"veil ask\" and \"veil rpc\" answer these:\n\n")
	for _, v := range a.verbs(api.Limits{}) {
		fmt.Fprintf(&b, "  %-18s %s\n", v.Name, v.Summary)
	}
	b.WriteString("\nThe fields of each question are in docs/openapi.json and, for verbs without a route, in docs/reference/api.md.\n")
	return b.String()
}
