// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"math"
	"slices"
)

// greedy is a quick plan: always the test with the most bits for its price.
type greedy struct {
	p      *Problem
	weight []uint64 // of readings, by reading
	order  []uint16 // the readings met
}

// first returns the test with the most bits for its price, or -1 if none is informative.
func (g *greedy) first(set []int32, weight uint64, tests []uint16, ready uint64) int32 {
	best, most := int32(-1), -1.0
	for _, t := range tests {
		bits, splits := g.bits(set, weight, t)
		if !splits {
			continue
		}
		if worth := bits / max(float64(charge(g.p, int32(t), ready)), 1e-3); worth > most {
			best, most = int32(t), worth
		}
	}
	return best
}

// bits returns the information of a test about a set, as a sum over causes of weight times bits,
// and whether it is informative.
func (g *greedy) bits(set []int32, weight uint64, t uint16) (bits float64, splits bool) {
	reads := g.p.Tests[t].Reads
	g.order = g.order[:0]
	for _, i := range set {
		r := reads[i]
		if g.weight[r] == 0 {
			g.order = append(g.order, r)
		}
		g.weight[r] += g.p.Weights[i]
	}
	slices.Sort(g.order)
	for _, r := range g.order {
		w := float64(g.weight[r])
		bits -= w * math.Log2(w/float64(weight))
		g.weight[r] = 0
	}
	return bits, len(g.order) > 1
}

// cost returns the cost of the plan.
func (g *greedy) cost(set []int32, weight uint64, tests []uint16, ready uint64) uint64 {
	t := g.first(set, weight, tests, ready)
	if t < 0 {
		return 0
	}
	return g.after(set, weight, t, tests, ready)
}

// after returns the cost of a test and of the plan after it, as a sum over causes of weight times
// cost. A single cause costs nothing more: Solver uses greedy only without MustFind and actions.
func (g *greedy) after(set []int32, weight uint64, t int32, tests []uint16, ready uint64) uint64 {
	sum := charge(g.p, t, ready) * weight
	ready = prepared(g.p, t, ready)
	for _, part := range g.split(set, t) {
		if len(part) > 1 {
			w := uint64(0)
			for _, i := range part {
				w += g.p.Weights[i]
			}
			sum += g.cost(part, w, tests, ready)
		}
	}
	return sum
}

// split returns the parts of a set after a test.
func (g *greedy) split(set []int32, t int32) [][]int32 {
	reads := g.p.Tests[t].Reads
	sorted := slices.Clone(set)
	slices.SortStableFunc(sorted, func(x, y int32) int { return int(reads[x]) - int(reads[y]) })
	var parts [][]int32
	for len(sorted) > 0 {
		n := 1
		for n < len(sorted) && reads[sorted[n]] == reads[sorted[0]] {
			n++
		}
		parts, sorted = append(parts, sorted[:n]), sorted[n:]
	}
	return parts
}
