// SPDX-License-Identifier: BSD-3-Clause

package explain

import "context"

// poll checks a context after every askEvery steps of work. The first error stays, so a loop that
// returns no error may just end: its caller checks again.
type poll struct {
	ctx  context.Context //nolint:containedctx // that of the question for which the reasoner was made
	done int
	err  error
}

// askEvery is the number of simple steps between two checks: some hundred microseconds.
const askEvery = 1 << 16

// work counts n steps and returns the context's error once it has one.
func (p *poll) work(n int) error {
	if p.done += n; p.done >= askEvery && p.err == nil {
		p.done, p.err = 0, p.ctx.Err()
	}
	return p.err
}
