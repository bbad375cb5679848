// SPDX-License-Identifier: BSD-3-Clause

package belief

import "errors"

// Effort limits how many hidden states the beliefs that share it may examine. It takes
// the place of the papers' seconds of thinking time, so that a result does not depend on
// the machine. A nil Effort is unlimited.
type Effort struct {
	// Left is the number of states that may still be examined.
	Left int
}

// ErrSpent reports a draw that ran out of [Effort].
var ErrSpent = errors.New("no effort is left to draw a hidden state")

// spend takes one state off Left and reports whether there was one.
func (e *Effort) spend() bool {
	if e == nil {
		return true
	}
	e.Left--
	return e.Left >= 0
}
