// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"context"
	"errors"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
)

// ExitCode is the exit status of the process.
type ExitCode int

// The exit codes; [ExitCodesTopic] explains them.
const (
	ExitOK            ExitCode = 0
	ExitNo            ExitCode = 1
	ExitUsage         ExitCode = 2
	ExitContradiction ExitCode = 3
	ExitBudget        ExitCode = 4
	ExitThreshold     ExitCode = 5
	ExitOutdated      ExitCode = 6
	ExitInternal      ExitCode = 70
	ExitInterrupted   ExitCode = 130 // 128 + SIGINT, as shells count
	ExitTerminated    ExitCode = 143 // 128 + SIGTERM
)

// exitCodes lists the codes and their meanings, as printed by the help topic.
func exitCodes() []struct {
	code    ExitCode
	meaning string
} {
	return []struct {
		code    ExitCode
		meaning string
	}{
		{ExitOK, "done; for commands that answer yes or no (check, mate, verify): yes, proved"},
		{ExitNo, "for commands that answer yes or no (check, mate, verify): no, proved"},
		{ExitUsage, "wrong usage, a file or farm that cannot be used, or input that cannot be parsed"},
		{ExitContradiction, "the input was parsed but is contradictory: nothing hidden fits what is shown"},
		{ExitBudget, "the budget ran out before the whole answer was known; what is known was printed"},
		{ExitThreshold, "an experiment missed a threshold, or its sequential test accepted H0; the report was printed"},
		{ExitOutdated, "a worker is older than its farm requires; the command that installs a newer veil was printed"},
		{ExitInternal, "internal error: a bug in veil; the message says where to report it"},
		{ExitInterrupted, "interrupted; what was known by then, if anything, was printed"},
		{ExitTerminated, "ended by SIGTERM; as when interrupted"},
	}
}

// Kind names a type of failure for programs; the HTTP API uses the same words.
type Kind string

// The kinds of failures.
const (
	kindUsage         Kind = "usage"
	KindFile          Kind = "file"
	KindMalformed     Kind = "malformed-position"
	KindContradiction Kind = "contradictory-position"
	KindBudget        Kind = "budget"
	KindSpec          Kind = "malformed-spec"
	KindFarm          Kind = "farm"
	KindRefused       Kind = "not-allowed"
	KindInterrupted   Kind = "interrupted"
	KindInternal      Kind = "internal"
	KindBatch         Kind = "batch"
)

// Failure is an error for people: what is wrong, where, and what to do.
type Failure struct { //nolint:errname // read by people
	Code  ExitCode
	Kind  Kind
	What  string   // one line; empty if the answer already contains it
	Notes []string // further lines: where, why, what to do
	Cause error

	Problem api.Problem // for programs: further fields, such as the place
}

// Document returns the failure as a document for programs.
func (f *Failure) Document() api.Problem {
	p := f.Problem
	p.Schema, p.Type, p.Title, p.Exit = "veil.problem/1", string(f.Kind), f.What, int(f.Code)
	p.Detail = strings.Join(f.Notes, "\n")
	return p
}

func (f *Failure) Error() string { return f.What }
func (f *Failure) Unwrap() error { return f.Cause }

// Usage returns a failure of the caller, with notes on what to do.
func Usage(what string, notes ...string) *Failure {
	return &Failure{Code: ExitUsage, Kind: kindUsage, What: what, Notes: notes}
}

// AnsweredNo returns the failure of a command that answers no; the answer is already printed.
func AnsweredNo() *Failure { return &Failure{Code: ExitNo} }

// AsFailure converts any error into a failure with its exit code.
func AsFailure(err error) *Failure {
	if f, ok := errors.AsType[*Failure](err); ok {
		return f
	}
	f := &Failure{What: err.Error(), Cause: err}
	switch {
	case errors.Is(err, veil.ErrImpossible):
		f.Code, f.Kind = ExitContradiction, KindContradiction
	case errors.Is(err, veil.ErrTooHard), errors.Is(err, context.DeadlineExceeded):
		f.Code, f.Kind = ExitBudget, KindBudget
	case errors.Is(err, context.Canceled):
		f.Code, f.Kind = ExitInterrupted, KindInterrupted
	default: // all others come from parsing the command line
		f.Code, f.Kind = ExitUsage, kindUsage
	}
	return f
}
