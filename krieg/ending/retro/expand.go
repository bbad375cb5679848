// SPDX-License-Identifier: BSD-3-Clause

package retro

import (
	"github.com/veilplan/veil/krieg/ending"
)

// worker is memory reused from placement to placement.
type worker struct {
	parts    []family // of each edge: the squares it wins when it is made
	won      family   // the sets of this level
	reached  []uint64
	one, two family
}

// expand finds the sets of level n of a placement.
func (b *builder) expand(d *node, n int) {
	w := &b.work
	w.won.reset(d.sets)
	w.parts = grow(w.parts, len(d.edges))
	for i := range d.edges {
		b.made(&d.edges[i], n, &w.parts[i])
		for _, part := range w.parts[i].sets {
			w.won.add(part, i)
		}
	}
	fresh := b.claim(d, n, 0)
	for refusals := 1; refusals <= maxRefusals && fresh; refusals++ {
		b.refuse(d)
		fresh = b.claim(d, n, refusals)
	}
}

// made finds the sets of squares that a try wins when it is made: for each direction of check those
// from which every reply stays within one set of the level before.
func (b *builder) made(e *edge, n int, parts *family) {
	w := &b.work
	w.reached = b.reach(e, n, w.reached[:0])
	parts.reset(nil)
	parts.add(e.mates, 0)
	for _, heard := range e.heard {
		w.one.reset(nil)
		for _, won := range w.reached {
			w.one.add(heard&^around(e.safe&^won), 0)
		}
		if len(w.one.sets) == 0 {
			continue
		}
		w.two.reset(nil)
		for _, a := range parts.sets {
			for _, c := range w.one.sets {
				w.two.add(a|c, 0)
			}
		}
		w.two.trim(b.Beam)
		*parts, w.two = w.two, *parts
	}
	if len(parts.sets) == 1 && parts.sets[0] == 0 {
		parts.reset(nil)
	}
}

// reach appends the sets of level n-1 of the placement to which an edge leads.
func (b *builder) reach(e *edge, n int, dst []uint64) []uint64 {
	if e.table == nil {
		for _, s := range b.nodes[e.to].sets {
			dst = append(dst, e.back.Squares(s))
		}
		return dst
	}
	claims, y := e.table.At(e.place)
	back := y.Inverse()
	for _, c := range claims {
		if int(c.Moves) < n {
			dst = append(dst, back.Squares(c.Set))
		}
	}
	return dst
}

// refuse adds the sets that begin with a try that may be refused and continue, if it is, with a set
// found so far.
func (b *builder) refuse(d *node) {
	w := &b.work
	base := append([]uint64(nil), w.won.sets...)
	for i := range d.edges {
		e := &d.edges[i]
		if e.refused == 0 {
			continue
		}
		w.one.reset(nil)
		for _, s := range base {
			w.one.add(s&e.refused, 0)
		}
		for _, rest := range w.one.sets {
			for _, part := range w.parts[i].sets {
				if rest != 0 {
					w.won.add(part|rest, i)
				}
			}
		}
	}
}

// claim trims the sets, stores the new ones and reports whether there are any.
func (b *builder) claim(d *node, n, refusals int) bool {
	won := &b.work.won
	won.trim(b.Beam)
	fresh := false
	for i, by := range won.by {
		if by < 0 {
			continue
		}
		won.by[i] = old
		fresh = true
		b.added++
		d.claims = append(d.claims, ending.Claim{
			Set: won.sets[i], Try: d.edges[by].try, Moves: uint8(n), Refusals: uint8(refusals),
		})
	}
	if fresh {
		d.next = append(d.next[:0], won.sets...)
	}
	return fresh
}
