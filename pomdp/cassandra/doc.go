// SPDX-License-Identifier: BSD-3-Clause

// Package cassandra reads and writes problems in the text format of Cassandra's pomdp-solve:
//
//	discount: 0.95
//	values: reward
//	states: tiger-left tiger-right
//	actions: listen open-left open-right
//	observations: tiger-left tiger-right
//	start: uniform
//	T: listen
//	identity
//	O: listen : tiger-left : tiger-right 0.15
//	R: open-left : tiger-left : * : * -100
//
// T lists transitions (action : state : next state), O observations (action : next state :
// observation) and R rewards (action : state : next state : observation). Any of the names may
// be a number or *, and later lines replace earlier ones. A T or O with fewer names
// is followed by a row or matrix of numbers or by uniform, identity or reset; an R by a row or
// matrix of numbers. A # starts a comment.
//
// Reading is strict: every row of probabilities must be given and sum to 1. Rows that miss 1
// by rounding, by no more than [Rounding], are scaled. Costs become negative rewards.
package cassandra

import "fmt"

// Limits of a file.
const (
	MaxBytes = 64 << 20
	// MaxEntries limits the probabilities and rewards of a problem.
	MaxEntries = 1 << 24
	// Rounding is the largest accepted distance of a row's sum from 1.
	Rounding = 1e-4
)

// Error reports a syntax error and its place. Lines and columns count from 1; columns count bytes.
type Error struct {
	Line, Column int
	Message      string
}

// Error returns "line 3, column 7: …".
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}
