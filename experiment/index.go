// SPDX-License-Identifier: BSD-3-Clause

package experiment

import "slices"

// extent is a range of consecutive episodes in a segment.
type extent struct {
	first, end uint64 // episodes
	// base is the episode at the offset. It is before first if some episodes were forgotten.
	base         uint64
	segment      int
	offset, size int64
	plain        bool // the lines have no checksums
}

// follows reports whether e continues where before ends.
func (e extent) follows(before extent) bool {
	return e.first == before.end && e.segment == before.segment && e.offset == before.offset+before.size
}

// index locates the stored episodes, in the order of storing.
type index []extent

// note adds an extent.
func (x *index) note(e extent) {
	if n := len(*x); n > 0 && e.follows((*x)[n-1]) {
		(*x)[n-1].end = e.end
		(*x)[n-1].size += e.size
		return
	}
	*x = append(*x, e)
}

// forget removes the episodes of a range.
func (x *index) forget(s Span) {
	var left index
	for _, e := range *x {
		if e.end <= s.First || s.End <= e.first {
			left = append(left, e)
			continue
		}
		before, after := e, e
		before.end, after.first = s.First, s.End
		left = append(left, slices.DeleteFunc([]extent{before, after}, func(e extent) bool { return e.first >= e.end })...)
	}
	*x = left
}

// change is a step of a segment: episodes that were stored, or forgotten.
type change struct {
	extent
	forgotten bool
}

func (x *index) apply(changes []change) {
	for _, c := range changes {
		if c.forgotten {
			x.forget(Span{c.first, c.end})
		} else {
			x.note(c.extent)
		}
	}
}
