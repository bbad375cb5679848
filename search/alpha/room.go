// SPDX-License-Identifier: BSD-3-Clause

package alpha

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"github.com/veilplan/veil"
)

// MemoryError reports a problem whose tables exceed the memory limit. It is a [veil.ErrTooHard].
type MemoryError struct {
	Need int64 // bytes, at least
	Most int64
}

// Error names the memory needed and the limit.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("alpha: the problem needs at least %d MB, and %d are allowed", (e.Need-1)>>20+1, e.Most>>20)
}

// Unwrap returns veil.ErrTooHard.
func (e *MemoryError) Unwrap() error { return veil.ErrTooHard }

// room counts memory against a limit. Live memory is counted twice, because the collector lets
// garbage grow to as much as what lives.
type room struct {
	ctx   context.Context //nolint:containedctx // of the one search that it is for
	most  int64
	held  int64
	steps int // steps since the last check of the context
	head  int // steps that are done even after the context ended
}

const collector = 2

// take counts n items of the given size in bytes before they are allocated, and checks the context
// now and then.
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

// give returns memory that take counted.
func (r *room) give(n, size int) { r.held -= int64(n) * int64(collector*size) }

// fits reports whether there is memory for n more items.
func (r *room) fits(n, size int) bool { return r.held+int64(n)*int64(collector*size) <= r.most }

// stride is the work between two checks of a context: less than a millisecond's.
const stride = 1 << 14

// step counts work, and returns the error of the context if it has ended.
func (r *room) step(work int) error {
	if r.steps += work; r.steps < stride {
		return nil
	}
	r.head -= r.steps
	r.steps = 0
	if err := r.ctx.Err(); r.head < 0 { // checked in any case: that may let other goroutines run
		return err
	}
	return nil
}

// ended reports whether the context has ended.
func (r *room) ended() bool { return r.ctx.Err() != nil }
