// SPDX-License-Identifier: BSD-3-Clause

package count

import "math/big"

// toll checks a limit after every tollEvery products of words. The first error stays, so a loop
// that returns no error may just end.
type toll struct {
	limit Limit
	done  int
	err   error
}

// tollEvery is the number of products of words between two checks: less than a millisecond's work.
const tollEvery = 1 << 18

// pay counts n products of words, and reports whether to continue.
func (t *toll) pay(n int) bool {
	if t.done += n; t.done >= tollEvery && t.err == nil {
		t.done, t.err = 0, t.limit.stopped()
	}
	return t.err == nil
}

// times counts the product of two numbers and the work around it, and reports whether to continue.
func (t *toll) times(a, b *big.Int) bool {
	const around = 16
	return t.pay(around + (1+a.BitLen()/64)*(1+b.BitLen()/64))
}
