// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"math/bits"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/tactics"
)

// FromBook returns the tables of a book as an [Ending]. With more men than a table has, it plays
// for the win of some of them. Where the book has no certain win, it plays for the largest part of
// the squares on which there is one, if that risks nothing on the others.
func FromBook(b *ending.Book) Ending {
	return func(q Bare) (krieg.Action, bool) {
		if a, ok := b.Try(q.Own, q.Kings); ok {
			return a, true
		}
		if a, ok := b.Crowd(q.Rules, q.Own, q.Kings, q.Again); ok {
			return a, true
		}
		claim, part := b.Part(q.Own.ToMove(), &q.Own, q.Kings)
		if 2*bits.OnesCount64(part) < bits.OnesCount64(q.Kings) {
			return 0, false
		}
		return krieg.Action(claim.Try), tactics.Safe(q.Rules, q.Own, q.Kings, claim.Try)
	}
}
