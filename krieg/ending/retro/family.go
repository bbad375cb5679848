// SPDX-License-Identifier: BSD-3-Clause

package retro

import (
	"cmp"
	"math/bits"
	"slices"
)

// old marks a set that is stored already.
const old = -1

// family is an antichain: sets of squares none of which contains another, each with the index of
// the edge it came from.
type family struct {
	sets []uint64
	by   []int
}

// reset sets the family to these sets, an antichain, marked as stored.
func (f *family) reset(sets []uint64) {
	f.sets = append(f.sets[:0], sets...)
	f.by = f.by[:0]
	for range sets {
		f.by = append(f.by, old)
	}
}

// add adds a set unless one contains it, and drops those that it contains.
func (f *family) add(s uint64, by int) {
	for _, t := range f.sets {
		if s&^t == 0 {
			return
		}
	}
	n := 0
	for i, t := range f.sets {
		if t&^s != 0 {
			f.sets[n], f.by[n] = t, f.by[i]
			n++
		}
	}
	f.sets, f.by = append(f.sets[:n], s), append(f.by[:n], by)
}

// trim keeps the n largest sets.
func (f *family) trim(n int) {
	if len(f.sets) <= n {
		return
	}
	order := make([]int, len(f.sets))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		s, t := f.sets[a], f.sets[b]
		return cmp.Or(cmp.Compare(bits.OnesCount64(t), bits.OnesCount64(s)), cmp.Compare(s, t))
	})
	sets, by := make([]uint64, n), make([]int, n)
	for i, o := range order[:n] {
		sets[i], by[i] = f.sets[o], f.by[o]
	}
	f.sets, f.by = sets, by
}

// grow returns n families, reusing the memory of existing ones.
func grow(f []family, n int) []family {
	if n > len(f) {
		return append(f, make([]family, n-len(f))...)
	}
	return f
}
