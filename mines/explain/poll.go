// SPDX-License-Identifier: BSD-3-Clause

package explain

import "context"

// poll asks a context whether to go on, once for every so much work. Once it was told to stop it says so for ever, so
// loops that return no error may just end: whoever called them asks again.
type poll struct {
	ctx  context.Context //nolint:containedctx // that of the question which the reasoner is made for
	done int
	err  error
}

// askEvery is how many simple steps are done between two times, some hundred microseconds.
const askEvery = 1 << 16

// work counts n steps and returns why to stop, if that is so.
func (p *poll) work(n int) error {
	if p.done += n; p.done >= askEvery && p.err == nil {
		p.done, p.err = 0, p.ctx.Err()
	}
	return p.err
}
