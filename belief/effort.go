// SPDX-License-Identifier: BSD-3-Clause

package belief

import "errors"

// Effort limits how many hidden states the beliefs that share it may look at: what the
// papers' seconds of thinking time are spent on, counted so that a result does not
// depend on the machine. A nil Effort has no limit.
type Effort struct {
	// Left is how many states may still be looked at.
	Left int
}

// ErrSpent reports a draw that its [Effort] did not suffice for.
var ErrSpent = errors.New("no effort is left to draw a hidden state")

// spend takes one state off and reports whether there was one.
func (e *Effort) spend() bool {
	if e == nil {
		return true
	}
	e.Left--
	return e.Left >= 0
}
