// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"hash/maphash"
	"unsafe"
)

// intern numbers values in order of arrival. The seed of its hash differs from run to
// run; the numbers do not.
type intern[T comparable] struct {
	seed  maphash.Seed
	slots []uint64 // upper half of the hash, number + 1; 0 is free
	list  pages[T]
}

// id returns the number of v, and whether it is new.
func (t *intern[T]) id(v *T) (int32, bool) {
	if t.list.n*2 >= len(t.slots) {
		t.grow()
	}
	h := maphash.Comparable(t.seed, *v) >> 32
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := t.slots[i]
		if slot == 0 {
			k := t.list.add(v)
			t.slots[i] = h<<32 | uint64(k+1)
			return k, true
		}
		if k := int32(slot&0xffffffff) - 1; slot>>32 == h && *t.list.at(k) == *v {
			return k, false
		}
	}
}

// size returns the bytes held.
func (t *intern[T]) size() int64 { return size(t.slots) + t.list.size() }

func (t *intern[T]) grow() {
	old := t.slots
	if old == nil {
		t.seed = maphash.MakeSeed()
	}
	t.slots = make([]uint64, max(64, 4*len(old)))
	mask := uint64(len(t.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slot
	}
}

// pages is a list that grows without being copied.
type pages[T any] struct {
	list [][]T
	n    int
}

const pageBits = 9

func (p *pages[T]) add(v *T) int32 {
	k := p.n
	if k>>pageBits == len(p.list) {
		p.list = append(p.list, make([]T, 1<<pageBits))
	}
	p.list[k>>pageBits][k&(1<<pageBits-1)] = *v
	p.n++
	return int32(k)
}

func (p *pages[T]) at(k int32) *T { return &p.list[k>>pageBits][k&(1<<pageBits-1)] }

// size returns the bytes held.
func (p *pages[T]) size() int64 {
	var v T
	return size(p.list) + int64(len(p.list))<<pageBits*int64(unsafe.Sizeof(v))
}

// rows keeps rows of elements that are never moved: a slice of a row stays valid, and no
// search that is still using an old copy keeps it alive.
type rows[T any] struct {
	pages [][]T // all but the last are full, or had no room for the next row
}

const rowBits = 12

// add makes a row of n zero elements and returns where it starts.
func (r *rows[T]) add(n int) int32 {
	last := len(r.pages) - 1
	if last < 0 || len(r.pages[last])+max(n, 1) > cap(r.pages[last]) {
		r.pages = append(r.pages, make([]T, 0, max(n, 1<<rowBits)))
		last++
	}
	page := r.pages[last]
	r.pages[last] = page[:len(page)+n]
	return int32(last<<rowBits | len(page))
}

// row returns the row of n elements that starts at a place that add returned.
func (r *rows[T]) row(at int32, n int) []T {
	from := int(at) & (1<<rowBits - 1)
	return r.pages[at>>rowBits][from : from+n : from+n]
}

// size returns the bytes held.
func (r *rows[T]) size() int64 {
	var v T
	return size(r.pages) + int64(len(r.pages))<<rowBits*int64(unsafe.Sizeof(v))
}
