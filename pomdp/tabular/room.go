// SPDX-License-Identifier: BSD-3-Clause

package tabular

import (
	"context"
	"fmt"
	"math"
	"math/bits"
)

// Room limits the memory of reading a problem. Readers count each allocation beforehand and are
// refused before they make it: a text of a hundred bytes can declare more states than any machine
// has memory for. Memory returned to the collector stays counted, so the sum of all allocations is
// bounded too. A nil Room has no limit.
type Room struct {
	ctx   context.Context //nolint:containedctx // a room serves one reading
	most  int64
	taken int64
	steps int
}

// NewRoom returns a room of a number of bytes, valid until the context ends.
func NewRoom(ctx context.Context, bytes int64) *Room { return &Room{ctx: ctx, most: bytes} }

// FullError reports a problem that does not fit into its room.
type FullError struct {
	Need int64 // bytes, at least
	Most int64
}

// Error returns the memory needed, the limit, and what to do.
func (e *FullError) Error() string {
	return fmt.Sprintf("this problem needs at least %d MB; memory_mb is %d: allow more memory, or list fewer states, actions or observations", Megabytes(e.Need), e.Most>>20)
}

// Megabytes returns a number of bytes in megabytes, rounded up.
func Megabytes(bytes int64) int64 { return (bytes-1)>>20 + 1 }

// Take counts n items of size bytes, and an eighth more, which the allocator may add. The error is
// a [*FullError], or the reason why the context ended.
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

// stride is the work between two checks of the context: less than a millisecond.
const stride = 1 << 14

// Step counts work, and returns the reason why the context has ended, if it has.
func (r *Room) Step(work int) error {
	if r == nil {
		return nil
	}
	if r.steps += work; r.steps < stride {
		return nil
	}
	r.steps = 0
	return r.ctx.Err() // Err may also pause: see package pause
}
