// SPDX-License-Identifier: BSD-3-Clause

package identify

import (
	"math/rand/v2"
	"slices"
)

// table remembers nodes by their sets and the groups whose setup is done.
type table struct {
	random []uint64 // one number for each cause
	nodes  map[uint64][]*node
	bytes  int64
}

func newTable(causes int) table {
	r := rand.New(rand.NewPCG(1, 2)) // any numbers do: sets are compared, too
	t := table{random: make([]uint64, causes), nodes: map[uint64][]*node{}}
	for i := range t.random {
		t.random[i] = r.Uint64()
	}
	return t
}

func (t *table) key(set []int32) uint64 {
	key := uint64(0)
	for _, i := range set {
		key ^= t.random[i]
	}
	return key
}

// get returns the node of a set, with some groups prepared. A new node is not expanded; useful are
// the tests that may be informative.
func (t *table) get(set []int32, weight, ready uint64, useful []uint16, stab []int32, odds []float32) *node {
	key := t.key(set) ^ ready*0x9e3779b97f4a7c15
	for _, n := range t.nodes[key] {
		if n.ready == ready && slices.Equal(n.set, set) {
			return n
		}
	}
	n := &node{set: slices.Clone(set), weight: weight, ready: ready, useful: useful, stab: stab, odds: odds, best: -1, hi: Unknown}
	t.nodes[key] = append(t.nodes[key], n)
	t.bytes += int64(4*len(set)) + 200
	return n
}
