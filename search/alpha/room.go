// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/veilplan/veil"
)

// MemoryError reports a problem whose tables do not fit into the memory that is allowed. It is a [veil.ErrTooHard].
type MemoryError struct {
	Need int64 // bytes, at least
	Most int64
}

// Error says what is missing.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("alpha: the problem needs at least %d MB, and %d are allowed", (e.Need-1)>>20+1, e.Most>>20)
}

// Unwrap returns the sort of the error.
func (e *MemoryError) Unwrap() error { return veil.ErrTooHard }

// room is the memory that may be held. What is held is counted twice, because the collector lets
// garbage grow to as much as what lives.
type room struct {
	ctx   context.Context //nolint:containedctx // of the one search that it is for
	most  int64
	held  int64
	steps int // since the context was asked
	head  int // steps that are done whatever it says
}

const collector = 2

// take counts n things of so many bytes before they are allocated, and asks the context now and then.
func (r *room) take(n, size int) error {
	high, low := bits.Mul64(uint64(n), uint64(collector*size))
	need, carry := bits.Add64(low, uint64(r.held), 0)
	if high != 0 || carry != 0 || need > math.MaxInt64 {
		need = math.MaxInt64
	}
	if int64(need) > r.most {
		return &MemoryError{int64(need), r.most}
	}
	r.held = int64(need)
	return r.step(1)
}

// give takes back what was counted.
func (r *room) give(n, size int) { r.held -= int64(n) * int64(collector*size) }

// fits reports whether there is room for n more things.
func (r *room) fits(n, size int) bool { return r.held+int64(n)*int64(collector*size) <= r.most }

// stride is how much work may pass before a context is asked: less than a millisecond's.
const stride = 1 << 14

// step counts work, and returns why the context ended, if it has.
func (r *room) step(work int) error {
	if r.steps += work; r.steps < stride {
		return nil
	}
	r.head -= r.steps
	r.steps = 0
	if err := r.ctx.Err(); r.head < 0 { // asked in any case: that may let others pass
		return err
	}
	return nil
}

// ended reports whether the context has ended.
func (r *room) ended() bool { return r.ctx.Err() != nil }
