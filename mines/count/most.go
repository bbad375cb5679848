// SPDX-License-Identifier: BSD-3-Clause

package count

import (
	"math"

	"github.com/veilplan/veil/mines"
)

// MostNodes returns an upper bound on the nodes that counting a view expands, without expanding
// any: it follows the order in which counting decides the cells and multiplies the ranges of what
// the live numbers can still need. It is infinite for numbers that counting gives up on, and 0 for
// a view that single numbers contradict.
func MostNodes(v mines.View) float64 {
	s := NewSolver(v.Rules, Limit{})
	if s.Load(v) != nil || s.Propagate() != nil {
		return 0
	}
	s.collect()
	o := &s.diagrams.orderer
	o.reset(&s.net)
	sum := 0.0
	var steps []step
	for i := range s.net.numbers {
		if o.seen[i] {
			continue
		}
		start := o.far(&s.net, int32(i))
		if steps = o.order(&s.net, steps[:0], start); o.failed {
			return math.Inf(1)
		}
		sum += mostNodes(steps)
	}
	return sum
}

// mostNodes adds up the layers of one component.
func mostNodes(steps []step) float64 {
	var open [slots]uint64 // the most that the number of each slot can need
	sum := 1.0
	for i := range steps {
		st := &steps[i]
		for at := range open {
			open[at] += st.enter >> (at * slotBits) & slotMask
		}
		for k := range st.n {
			at := st.shift[k] / slotBits
			open[at] = min(open[at], uint64(st.room[k]))
		}
		layer := 1.0
		for _, need := range open {
			layer *= float64(need + 1)
		}
		sum += layer
	}
	return sum
}
