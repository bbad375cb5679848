// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines/explain"
)

// noReason explains why there are no words for something that is certain.
func noReason(err error) error {
	switch {
	case errors.Is(err, veil.ErrTooHard):
		return &failure{
			code: exitBudget, kind: kindBudget, cause: err,
			what: "the reason is too hard to find within this budget", notes: []string{"The cell is still proved safe or a mine."},
		}
	case errors.Is(err, explain.ErrUnverified), errors.Is(err, explain.ErrNotCertain):
		panic(err) // the two solvers disagree: nothing may be printed
	default:
		return err
	}
}
