// SPDX-License-Identifier: BSD-3-Clause

package api

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil"
)

// Problem is the document veil.problem/1: the reason why there is no answer. It is the problem
// object of RFC 9457; docs/reference/problems.md explains the types.
type Problem struct { //nolint:errname // it is a document first
	Schema   string `json:"schema" enum:"veil.problem/1"`
	Type     string `json:"type" doc:"Type of problem: a word, or in the HTTP API an address"`
	Title    string `json:"title"`
	Status   int    `json:"status,omitempty" doc:"HTTP status"`
	Detail   string `json:"detail,omitempty"`
	Instance string `json:"instance,omitempty" doc:"The request"`
	Exit     int    `json:"exit,omitempty" doc:"Exit code of the command line"`

	Line     int    `json:"line,omitempty" doc:"Line of the input, from 1"`
	Column   int    `json:"column,omitempty"`
	Expected string `json:"expected,omitempty"`

	Conflict  []string `json:"conflict,omitempty" doc:"Numbers that cannot all be right; without any one of them the others can"`
	MineCount bool     `json:"mine_count,omitempty" doc:"Whether the number of mines is part of the conflict"`
	Lines     []int    `json:"conflict_lines,omitempty" doc:"Lines of the input that cannot all be right; the last is in line"`
	Reason    []string `json:"reason,omitempty" doc:"Reason for the conflict, in sentences"`
	Advice    string   `json:"advice,omitempty"`

	Supported  []string `json:"supported,omitempty"`
	Limit      string   `json:"limit,omitempty"`
	Got        string   `json:"got,omitempty"`
	Reset      int      `json:"reset,omitempty" doc:"Seconds until the client may ask again"`
	QueueDepth *int     `json:"queue_depth,omitempty"`
	ReportURL  string   `json:"report_url,omitempty"`
	Repro      string   `json:"repro,omitempty" doc:"Data to reproduce an internal error"`
}

// The types of problem.
const (
	Malformed     = "malformed-position"
	Contradictory = "contradictory-position"
	Unsupported   = "unsupported-rules"
	Impossible    = "impossible-question" // understood, but without an answer: a question about an open cell
	TooLarge      = "too-large"
	TooHard       = "too-hard"
	Cancelled     = "cancelled"
	Internal      = "internal"
)

// Error returns title and detail in one line, so that a problem can be returned as an error.
func (p *Problem) Error() string {
	if p.Detail == "" {
		return p.Title
	}
	return p.Title + ": " + p.Detail
}

// NewProblem returns a problem of a type.
func NewProblem(kind, title, detail string) *Problem {
	return &Problem{Schema: "veil.problem/1", Type: kind, Title: title, Detail: detail}
}

// NewTooLarge returns the problem of input beyond a limit.
func NewTooLarge(title string, limit, got int, unit string) *Problem {
	p := NewProblem(TooLarge, title, "")
	p.Limit, p.Got = fmt.Sprintf("%d %s", limit, unit), fmt.Sprintf("%d %s", got, unit)
	return p
}

// ProblemOf converts any error into a problem.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	switch {
	case errors.Is(err, veil.ErrTooHard), errors.Is(err, context.DeadlineExceeded):
		return NewProblem(TooHard, "too hard within this budget", err.Error())
	case errors.Is(err, context.Canceled):
		return NewProblem(Cancelled, "the question was withdrawn", "")
	case errors.Is(err, veil.ErrImpossible):
		return NewProblem(Contradictory, "nothing hidden fits what is shown", err.Error())
	default:
		return NewProblem(Impossible, err.Error(), "")
	}
}
