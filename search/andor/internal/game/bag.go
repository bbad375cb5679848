// SPDX-License-Identifier: BSD-3-Clause

package game

import "slices"

// Bag is a set of states in order of arrival.
type Bag[S comparable] struct {
	List  []S
	index map[S]struct{}
}

// smallBag is the size up to which a linear search beats a map.
const smallBag = 12

// Add adds s unless it is there, and reports whether it did.
func (b *Bag[S]) Add(s *S) bool {
	if b.index == nil && len(b.List) < smallBag {
		if slices.Contains(b.List, *s) {
			return false
		}
		b.List = append(b.List, *s)
		return true
	}
	if b.index == nil {
		b.index = make(map[S]struct{}, 2*smallBag)
		for i := range b.List {
			b.index[b.List[i]] = struct{}{}
		}
	}
	if _, ok := b.index[*s]; ok {
		return false
	}
	b.index[*s] = struct{}{}
	b.List = append(b.List, *s)
	return true
}
