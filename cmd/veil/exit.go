// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
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
	exitInterrupted   exitCode = 130 // 128 + SIGINT, as shells count
	exitTerminated    exitCode = 143 // 128 + SIGTERM
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
		{exitOK, "done; from a command that answers yes or no (check, mate, verify): yes, proved"},
		{exitNo, "a command that answers yes or no (check, mate, verify): no, proved"},
		{exitUsage, "wrong usage, a file or farm that cannot be used, or input that cannot be parsed"},
		{exitContradiction, "the input was parsed, but it is contradictory: nothing hidden fits what is shown"},
		{exitBudget, "the budget was used up before the whole answer was known; what is known was printed"},
		{exitThreshold, "an experiment missed a threshold, or its sequential test accepted H0; the report was printed"},
		{exitInternal, "internal error: a fault of veil; where to report it was printed"},
		{exitInterrupted, "interrupted; what was known by then, if anything, was printed"},
		{exitTerminated, "ended by SIGTERM; as when interrupted"},
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
	kindFarm          kind = "farm"
	kindInterrupted   kind = "interrupted"
	kindInternal      kind = "internal"
	kindBatch         kind = "batch"
)

// failure is an error for people: what is wrong, where, and what to do about it.
type failure struct {
	code  exitCode
	kind  kind
	what  string   // one line; empty if everything has been said by the answer itself
	notes []string // further lines: where, why, what to do
	cause error

	problem api.Problem // for programs: what is known beyond the above, such as the place
}

// document is the failure for programs.
func (f *failure) document() api.Problem {
	p := f.problem
	p.Schema, p.Type, p.Title, p.Exit = "veil.problem/1", string(f.kind), f.what, int(f.code)
	p.Detail = strings.Join(f.notes, "\n")
	return p
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
