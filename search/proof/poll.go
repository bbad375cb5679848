// SPDX-License-Identifier: BSD-3-Clause

package proof

import (
	"context"
	"fmt"
)

// pollEvery is the number of states between two checks of the context. A state with all answers and
// replies takes some ten microseconds.
const pollEvery = 64

// poll checks a context.
type poll struct {
	ctx    context.Context // of one check
	states int
}

// ended returns the error of the context, which it checks once per pollEvery calls.
func (p *poll) ended() error {
	if p.states++; p.states%pollEvery != 0 {
		return nil
	}
	return p.ctx.Err()
}

// rejected returns why a check failed: ErrRejected, unless it was interrupted.
func (p *poll) rejected(why error) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrRejected, why)
}
