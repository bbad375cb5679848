// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag/isolation"
	"github.com/veilplan/veil/krieg/browser/seat"
	"github.com/veilplan/veil/krieg/deduction"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/pomdp"
)

// verbs returns every question that the program answers, within limits; those to the referee of a game are
// not among them.
func (a *app) verbs(l api.Limits) api.Table {
	mines := a.desk()
	mines.Limits = l
	return slices.Concat(
		mines.Verbs(), (&deduction.Desk{Limits: l}).Verbs(), (&seat.Desk{Book: endings}).Verbs(),
		(&isolation.Desk{Limits: l}).Verbs(), (&pomdp.Desk{Limits: l}).Verbs(),
	)
}

// endings returns the tables of endings, nil if this program is damaged: a player does without.
func endings() *ending.Book {
	b, err := ending.Standard()
	if err != nil {
		return nil
	}
	return b
}
