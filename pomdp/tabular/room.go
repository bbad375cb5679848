// SPDX-License-Identifier: BSD-3-Clause

package tabular

import (
	"context"
	"fmt"
	"math"
	"math/bits"
)

// Room is the memory that reading a problem may take. Readers count what they are going to
// allocate, and are refused before they do: a text of a hundred bytes can declare more states than
// any machine has memory for. What is given back to the collector stays counted, so the sum of all
// allocations is bounded too. A nil Room has no limit.
type Room struct {
	ctx   context.Context //nolint:containedctx // of the one reading that it is for
	most  int64
	taken int64
	steps int
}

// NewRoom returns so many bytes, until a context ends.
func NewRoom(ctx context.Context, bytes int64) *Room { return &Room{ctx: ctx, most: bytes} }

// FullError reports a problem that does not fit into its room.
type FullError struct {
	Need int64 // bytes, at least
	Most int64
}

// Error says what is missing.
func (e *FullError) Error() string {
	return fmt.Sprintf("this problem needs at least %d MB; memory_mb is %d: allow more memory, or list fewer states, actions or observations", Megabytes(e.Need), e.Most>>20)
}

// Megabytes returns a number of bytes in megabytes, rounded up.
func Megabytes(bytes int64) int64 { return (bytes-1)>>20 + 1 }

// Take counts n things of so many bytes, and an eighth more, which the allocator may add. The error
// is a [*FullError], or why the context ended.
func (r *Room) Take(n, size int) error {
	if r == nil {
		return nil
	}
	high, low := bits.Mul64(uint64(n), uint64(size))
	need := low + low/8 + uint64(r.taken)
	if high != 0 || low > math.MaxInt64/2 || need > math.MaxInt64 {
		need = math.MaxInt64
	}
	if int64(need) > r.most {
		return &FullError{int64(need), r.most}
	}
	r.taken = int64(need)
	return r.Step(1)
}

// Taken returns how many bytes were counted.
func (r *Room) Taken() int64 { return r.taken }

// stride is how much work may pass before a context is asked: less than a millisecond's.
const stride = 1 << 14

// Step counts work, and returns why the context ended, if it has.
func (r *Room) Step(work int) error {
	if r == nil {
		return nil
	}
	if r.steps += work; r.steps < stride {
		return nil
	}
	r.steps = 0
	return r.ctx.Err() // which may also let others pass
}
