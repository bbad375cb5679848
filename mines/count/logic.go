// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"fmt"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
)

// offCells describes the unsure cells that touch no number; they are interchangeable.
type offCells struct {
	cells   int
	mines   int  // mines among all unsure cells
	counted bool // mines is known
}

// Deduce finds every cell that is certain. It returns veil.ErrImpossible if no layout fits the
// view, and veil.ErrTooHard if some numbers are too entangled for the limit; cells deduced before
// that remain certain.
func (s *Solver) Deduce() error {
	if err := s.Propagate(); err != nil {
		return err
	}
	s.collect()
	hard := s.diagrams.build(&s.net, s.limit)
	s.weights.ready = false
	if err := s.feasible(hard != nil); err != nil {
		return err
	}
	for i := range s.diagrams.components {
		if err := s.settleComponent(i); err != nil {
			return err
		}
	}
	if err := s.settleOff(); err != nil {
		return err
	}
	if err := s.Propagate(); err != nil { // empties the queue, which the settled cells have filled
		return err
	}
	return hard
}

// spread computes for every node of c the set of mine counts that the rest of its path can have,
// and reports whether the sets fit into memory.
func (d *diagrams) spread(c *component, limit Limit) bool {
	first, end := d.root(c), int32(len(d.key))
	last := d.layer[len(d.layer)-1]
	most := int32(0)
	for _, m := range d.most[last:end] {
		most = max(most, m)
	}
	c.words = most/64 + 1
	c.sets = int32(len(d.sets))
	words := int(end-first) * int(c.words)
	if d.bytes()+16*words > limit.memory() {
		return false
	}
	d.sets = slices.Grow(d.sets, words)[:len(d.sets)+words]
	clear(d.sets[c.sets:])
	for v := end - 1; v >= first; v-- {
		if limit.stoppedAt(v) != nil {
			return false
		}
		d.spreadNode(c, v, v >= last)
	}
	lo, hi := extent(d.set(c, first))
	c.lo, c.hi = int32(lo), int32(hi)
	return true
}

// spreadNode computes the set of node v: the union of its successors' sets, each raised by the
// mines of the edge. Sets of one word need no function call.
func (d *diagrams) spreadNode(c *component, v int32, last bool) {
	set := d.set(c, v)
	if last {
		set[0] = 1
		return
	}
	k := int(d.fewest[v])
	edges := d.to[d.edge[v]:d.edgeEnd(v)]
	if c.words == 1 {
		x := uint64(0)
		base := c.sets - d.root(c)
		for _, u := range edges {
			x |= d.sets[base+u] << k
			k++
		}
		set[0] = x
		return
	}
	for _, u := range edges {
		orShifted(set, d.set(c, u), k)
		k++
	}
}

// edgeEnd returns the end of v's edges, also while the graph is still growing.
func (d *diagrams) edgeEnd(v int32) int32 {
	if int(v)+1 < len(d.edge) {
		return d.edge[v+1]
	}
	return int32(len(d.to))
}

// set returns the numbers of mines that paths from v to the end can have.
func (d *diagrams) set(c *component, v int32) []uint64 {
	at := c.sets + (v-d.root(c))*c.words
	return d.sets[at : at+c.words]
}

// alive reports whether some path leads from v to the end.
func (d *diagrams) alive(c *component, v int32) bool {
	if c.words == 1 {
		return d.sets[c.sets+v-d.root(c)] != 0
	}
	return slices.ContainsFunc(d.set(c, v), func(x uint64) bool { return x != 0 })
}

// settleComponent settles the cells that are the same on every path of a component.
func (s *Solver) settleComponent(i int) error {
	d := &s.diagrams
	c := &d.components[i]
	if c.hard {
		return nil
	}
	allowed, binding := s.totals.of(i)
	if binding {
		if err := d.walkAllowed(c, allowed, &s.ahead, s.limit); err != nil {
			return err
		}
	}
	for t := range c.depth() {
		from, to := d.layerOf(c, t)
		if to-from > askNodes {
			if err := s.limit.stopped(); err != nil {
				return err // cells concluded before this are certain
			}
		}
		var some, none bool // a path with a mine in the box, one with a safe cell
		if binding {
			some, none = d.variesAllowed(c, t, s.ahead)
		} else {
			some, none = d.varies(c, t)
		}
		if some && none {
			continue
		}
		f := safe
		if some {
			f = mine
		}
		if err := s.settleBox(d.steps[c.steps.from+t].box, f); err != nil {
			return err
		}
	}
	return nil
}

// varies reports whether some path to the end gives the box of step t a mine, and whether some
// leaves it a safe cell.
func (d *diagrams) varies(c *component, t int32) (some, none bool) {
	size := d.steps[c.steps.from+t].size
	from, to := d.layerOf(c, t)
	for v := from; v < to; v++ {
		k := d.fewest[v]
		for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
			if d.alive(c, u) {
				some = some || k > 0
				none = none || k < size
			}
			k++
		}
		if some && none {
			return some, none
		}
	}
	return some, none
}

// walkAllowed computes for every node the set of mine counts that the rest of a path may have if
// its total is to be allowed.
func (d *diagrams) walkAllowed(c *component, allowed []uint64, ahead *[]uint64, limit Limit) error {
	first, end := d.root(c), d.layer[c.layers+c.depth()+1]
	*ahead = resized(*ahead, int(end-first)*int(c.words))
	at := func(v int32) []uint64 {
		i := (v - first) * c.words
		return (*ahead)[i : i+c.words]
	}
	copy(at(first), allowed)
	for v := first; v < end; v++ {
		if err := limit.stoppedAt(v); err != nil {
			return err
		}
		k := int(d.fewest[v])
		for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
			orLowered(at(u), at(v), k)
			k++
		}
	}
	return nil
}

// variesAllowed is varies among the paths whose total is allowed.
func (d *diagrams) variesAllowed(c *component, t int32, ahead []uint64) (some, none bool) {
	size := d.steps[c.steps.from+t].size
	first := d.root(c)
	from, to := d.layerOf(c, t)
	for v := from; v < to; v++ {
		k := d.fewest[v]
		at := (v - first) * c.words
		for _, u := range d.to[d.edge[v]:d.edge[v+1]] {
			if meetsShifted(d.set(c, u), ahead[at:at+c.words], int(k)) {
				some = some || k > 0
				none = none || k < size
			}
			k++
		}
	}
	return some, none
}

func (s *Solver) settleBox(b int32, f fate) error {
	for c := s.net.boxes[b].first; c > 0; c = s.net.next[c-1] {
		if s.fate[c-1] == unsure {
			if err := s.conclude(c-1, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleOff settles the cells that touch no number if all or none of them are mines.
func (s *Solver) settleOff() error {
	lo, hi, known := s.totals.offMines()
	if !known || s.off.cells == 0 || hi > 0 && lo < s.off.cells {
		return nil
	}
	f := safe
	if hi > 0 {
		f = mine
	}
	for _, c := range s.offList {
		if err := s.conclude(c, f); err != nil {
			return err
		}
	}
	return nil
}

// feasible finds the mine counts of each component that the total allows.
func (s *Solver) feasible(hard bool) error {
	for i := range s.diagrams.components {
		c := &s.diagrams.components[i]
		if !c.hard && c.hi < 0 {
			return fmt.Errorf("around %s: %w", s.rules.Name(s.someNumber(c)), veil.ErrImpossible)
		}
	}
	t := &s.totals
	t.known = s.off.counted && !hard
	if !t.known {
		return nil
	}
	fits, err := t.set(&s.diagrams, s.off, s.limit)
	if err != nil {
		t.known = false
		return err
	}
	if !fits {
		return fmt.Errorf("%d mines in all: %w", s.rules.Mines, veil.ErrImpossible)
	}
	return nil
}

// someNumber returns a number of the component, for error messages.
func (s *Solver) someNumber(c *component) mines.Cell {
	b := s.diagrams.steps[c.steps.from].box
	return mines.Cell(s.net.numbers[s.net.boxes[b].numbers.list[0]].cell)
}
