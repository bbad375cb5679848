// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/domain/mines/explain"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// noReason explains why there are no words for something that is certain.
func noReason(err error) error {
	switch {
	case errors.Is(err, veil.ErrTooHard):
		return &failure{
			code: exitBudget, kind: kindBudget, cause: err,
			what: "the reason is too hard to find within this budget", notes: []string{"that it is certain stands all the same"},
		}
	case errors.Is(err, explain.ErrUnverified), errors.Is(err, explain.ErrNotCertain):
		panic(err) // the two solvers disagree: nothing may be printed
	default:
		return err
	}
}

// contradiction explains a board that no layout fits: the numbers that clash, and how.
func contradiction(v mines.View, cause error) *failure {
	p := solvemines.Contradiction(v)
	f := &failure{code: exitContradiction, kind: kindContradiction, cause: cause, what: p.Title, problem: *p}
	f.notes = []string{p.Detail}
	for _, sentence := range p.Reason {
		f.notes = append(f.notes, "  "+sentence)
	}
	if p.Advice != "" {
		f.notes = append(f.notes, p.Advice)
	}
	return f
}
