// SPDX-License-Identifier: BSD-3-Clause

package count

import "math/big"

// toll asks a limit whether to go on, once for so much arithmetic on long numbers. Once it was told to stop it says so
// for ever, so loops that return no error may just end.
type toll struct {
	limit Limit
	done  int
	err   error
}

// tollEvery is how many products of words are computed between two questions: less than a millisecond's work.
const tollEvery = 1 << 18

// pay counts n products of words, and reports whether to go on.
func (t *toll) pay(n int) bool {
	if t.done += n; t.done >= tollEvery && t.err == nil {
		t.done, t.err = 0, t.limit.stopped()
	}
	return t.err == nil
}

// times counts the product of two numbers, and what is done around it.
func (t *toll) times(a, b *big.Int) bool {
	const around = 16
	return t.pay(around + (1+a.BitLen()/64)*(1+b.BitLen()/64))
}
