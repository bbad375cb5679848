// SPDX-License-Identifier: BSD-3-Clause

package andor

import "hash/maphash"

// intern numbers values in order of arrival. The seed of its hash differs from run to
// run; the numbers do not.
type intern[T comparable] struct {
	seed  maphash.Seed
	slots []uint64 // upper half of the hash, number + 1; 0 is free
	list  []T
}

// id returns the number of v, and whether it is new.
func (t *intern[T]) id(v *T) (int32, bool) {
	if len(t.list)*2 >= len(t.slots) {
		t.grow()
	}
	h := maphash.Comparable(t.seed, *v)
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := t.slots[i]
		if slot == 0 {
			t.list = append(t.list, *v)
			t.slots[i] = h&^0xffffffff | uint64(len(t.list))
			return int32(len(t.list) - 1), true
		}
		if k := int32(slot&0xffffffff) - 1; slot>>32 == h>>32 && t.list[k] == *v {
			return k, false
		}
	}
}

func (t *intern[T]) grow() {
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	t.slots = make([]uint64, max(64, 2*len(t.slots)))
	mask := uint64(len(t.slots) - 1)
	for k := range t.list {
		h := maphash.Comparable(t.seed, t.list[k])
		i := h & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = h&^0xffffffff | uint64(k+1)
	}
}
