// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"

	"github.com/veilplan/veil"
)

// exitCode is what the process tells its caller.
type exitCode int

const (
	exitOK            exitCode = 0
	exitNo            exitCode = 1
	exitUsage         exitCode = 2
	exitContradiction exitCode = 3
	exitBudget        exitCode = 4
	exitThreshold     exitCode = 5
	exitInternal      exitCode = 70
	exitInterrupted   exitCode = 130
)

// exitCodes are the codes in use and their meaning, as printed by the help topic.
func exitCodes() []struct {
	code    exitCode
	meaning string
} {
	return []struct {
		code    exitCode
		meaning string
	}{
		{exitOK, "done; from a command that answers yes or no (check, mate): yes, proved"},
		{exitNo, "a command that answers yes or no (check, mate): no, proved"},
		{exitUsage, "wrong usage, a file that cannot be read or written, or input that cannot be parsed"},
		{exitContradiction, "the input was parsed, but it is contradictory: nothing hidden fits what is shown"},
		{exitBudget, "the budget was used up before the whole answer was known; what is known was printed"},
		{exitThreshold, "an experiment missed a threshold, or its sequential test accepted H0; the report was printed"},
		{exitInternal, "internal error: a fault of veil; where to report it was printed"},
		{exitInterrupted, "interrupted; what was known by then was printed"},
	}
}

// kind names a sort of failure for programs; the web interface uses the same words.
type kind string

const (
	kindUsage         kind = "usage"
	kindFile          kind = "file"
	kindMalformed     kind = "malformed-position"
	kindContradiction kind = "contradictory-position"
	kindBudget        kind = "budget"
	kindSpec          kind = "malformed-spec"
	kindInterrupted   kind = "interrupted"
	kindInternal      kind = "internal"
)

// failure is an error for people: what is wrong, where, and what to do about it.
type failure struct {
	code  exitCode
	kind  kind
	what  string   // one line; empty if everything has been said by the answer itself
	notes []string // further lines: where, why, what to do
	place place
	clash clash
	cause error
}

// place is where in the input a failure is.
type place struct {
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Expected string `json:"expected,omitempty"`
}

// clash is what in a contradictory position cannot be true together.
type clash struct {
	Conflict  []string `json:"conflict,omitempty"` // cells of the numbers
	MineCount bool     `json:"mine_count,omitempty"`
	Reason    []string `json:"reason,omitempty"`
}

// problemJSON is the document veil.problem/1.
type problemJSON struct {
	Schema string   `json:"schema"`
	Type   kind     `json:"type"`
	Title  string   `json:"title"`
	Detail string   `json:"detail,omitempty"`
	Exit   exitCode `json:"exit"`
	place
	clash
}

func (f *failure) Error() string { return f.what }
func (f *failure) Unwrap() error { return f.cause }

// usage is a failure of the caller, with the way out.
func usage(what string, notes ...string) *failure {
	return &failure{code: exitUsage, kind: kindUsage, what: what, notes: notes}
}

// answeredNo ends a command that answers yes or no; the answer is already printed.
func answeredNo() *failure { return &failure{code: exitNo} }

// asFailure gives any error its exit code.
func asFailure(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	f := &failure{what: err.Error(), cause: err}
	switch {
	case errors.Is(err, veil.ErrImpossible):
		f.code, f.kind = exitContradiction, kindContradiction
	case errors.Is(err, veil.ErrTooHard), errors.Is(err, context.DeadlineExceeded):
		f.code, f.kind = exitBudget, kindBudget
	case errors.Is(err, context.Canceled):
		f.code, f.kind = exitInterrupted, kindInterrupted
	default: // what is left comes from the parsing of the command line
		f.code, f.kind = exitUsage, kindUsage
	}
	return f
}
