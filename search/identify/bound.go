// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"math/bits"
	"slices"
)

// maxTangents limits the tangents.
const maxTangents = 48

// bounder computes lower bounds on the cost of any plan.
type bounder struct {
	weight  []uint64  // by cause, rising
	uniform bool      // all weights are the same
	flat    bool      // and all prices, and there are no actions
	arity   int       // the largest number of readings of a test
	find    bool      // causes must be hit
	tangent []tangent // to the prices of the tests that are useful now
	byCount []uint64  // tests for each number of causes, if uniform
	queue   []uint64
	perfect []uint64 // by cause, the least cost of an action; nil without actions
}

// tangent bounds the least cost of d tests by price·d - below.
type tangent struct{ price, below uint64 }

// appendTangents appends the tangents for tests of the given prices, each of which is used at most
// once on the way to a cause.
func appendTangents(dst []tangent, prices []uint64) []tangent {
	slices.Sort(prices)
	sum := uint64(0)
	for m, price := range prices {
		if m == 0 || price > prices[m-1] {
			dst = append(dst, tangent{price, uint64(m)*price - sum})
		}
		if sum += price; len(dst) == maxTangents {
			break
		}
	}
	return dst
}

// newBounder returns the bounds of the whole problem, with the prices of all its tests.
func newBounder(p *Problem) *bounder {
	b := &bounder{weight: p.Weights, find: p.MustFind, uniform: slices.Min(p.Weights) == slices.Max(p.Weights)}
	prices := make([]uint64, len(p.Tests))
	var seen [1 << 16]int
	for t := range p.Tests {
		prices[t] = p.Tests[t].Cost
		readings := 0
		for _, r := range p.Tests[t].Reads {
			if seen[r] != t+1 {
				seen[r] = t + 1
				readings++
			}
		}
		b.arity = max(b.arity, readings)
	}
	b.tangent = appendTangents(nil, prices)
	b.setPerfect(p)
	b.flat = b.byCountOnly() && len(p.Setups) == 0 && len(p.Tests) > 0 && slices.Min(prices) == slices.Max(prices)
	return b
}

// setPerfect sets the least cost of the end, by cause.
func (b *bounder) setPerfect(p *Problem) {
	for a := range p.Actions {
		if a == 0 {
			b.perfect = slices.Clone(p.Actions[0].Costs)
		}
		for i, c := range p.Actions[a].Costs {
			b.perfect[i] = min(b.perfect[i], c)
		}
	}
}

// tests returns a lower bound on the sum of weight times tests that distinguish the causes of a
// set. The set is sorted.
func (b *bounder) tests(set []int32) uint64 {
	if b.uniform {
		return b.testsFor(len(set))
	}
	return b.code(set)
}

// testsFor is tests for n causes of equal weight.
func (b *bounder) testsFor(n int) uint64 {
	for len(b.byCount) <= n {
		b.byCount = append(b.byCount, b.code(ramp(len(b.byCount))))
	}
	return b.byCount[n]
}

// ramp returns the first n causes.
func ramp(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

func (b *bounder) code(set []int32) uint64 {
	if b.find {
		return b.capacity(set)
	}
	return b.huffman(set)
}

// capacity fills the places where causes may end, the heaviest first: one at the first test, and
// each test that does not end leads to arity-1 others.
func (b *bounder) capacity(set []int32) uint64 {
	sum, depth, room, next := uint64(0), uint64(1), 1, max(b.arity-1, 1)
	for _, i := range slices.Backward(set) {
		if room == 0 {
			depth++
			room = min(next, len(set))
			next = min(next*max(b.arity-1, 1), len(set))
		}
		sum += depth * b.weight[i]
		room--
	}
	return sum
}

// huffman returns the cost of Huffman's code with arity symbols: the sum of all inner nodes. The
// weights come in ascending order and so do the nodes made from them, so two queues suffice.
func (b *bounder) huffman(set []int32) uint64 {
	if len(set) < 2 {
		return 0
	}
	k := max(b.arity, 2)
	take := 2 + (len(set)-2)%(k-1) // so that every later step merges k
	nodes, leaf, head, sum := b.queue[:0], 0, 0, uint64(0)
	for left := len(set); left > 1; left -= take - 1 {
		if left < len(set) {
			take = k
		}
		node := uint64(0)
		for range take {
			if head < len(nodes) && (leaf == len(set) || nodes[head] < b.weight[set[leaf]]) {
				node += nodes[head]
				head++
			} else {
				node += b.weight[set[leaf]]
				leaf++
			}
		}
		sum += node
		nodes = append(nodes, node)
	}
	b.queue = nodes
	return sum
}

// byCountOnly reports whether a bound depends on the number of causes only.
func (b *bounder) byCountOnly() bool { return b.uniform && b.perfect == nil }

// least returns a lower bound on the cost of a set.
func (b *bounder) least(set []int32, weight uint64) uint64 {
	if b.perfect == nil {
		return b.cost(b.tests(set), weight)
	}
	sum := uint64(0)
	for _, i := range set {
		sum += b.weight[i] * b.perfect[i]
	}
	return sum
}

// leastOf is least for n causes, where the number is all that matters.
func (b *bounder) leastOf(n int, weight uint64) uint64 { return b.cost(b.testsFor(n), weight) }

// cost returns a lower bound on the cost of a number of tests, by the tangents to the prices.
func (b *bounder) cost(tests, weight uint64) uint64 {
	most := uint64(0)
	for _, t := range b.tangent {
		over, up := bits.Mul64(t.price, tests)
		if down := t.below * weight; over == 0 && up > down {
			most = max(most, up-down)
		}
	}
	return most
}
