// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/internal/chess"
)

// reduce returns about n of the particles, or all if there are no more. It is the optimal
// resampling of Fearnhead & Clifford 2003, §3: what weighs more than a threshold stays as
// it is; of the rest a systematic sample stays, each with the threshold as its weight. So
// the expected weight of every particle is the weight it had.
func reduce(list []particle, n int, r *rand.Rand) []particle {
	if len(list) <= n {
		return list
	}
	least := threshold(list, n)
	out := make([]particle, 0, n+1)
	until := float64(least * r.Float64())
	for _, p := range list {
		if p.weight < least {
			if until -= p.weight; until >= 0 {
				continue
			}
			until += least
			p.weight = least
		}
		out = append(out, p)
	}
	return normalized(out)
}

// threshold returns the c for which the sum of min(w/c, 1) over all weights w is n.
func threshold(list []particle, n int) float64 {
	weights := make([]float64, len(list))
	rest := 0.0
	for i := range list {
		weights[i] = list[i].weight
		rest += weights[i]
	}
	slices.SortFunc(weights, func(x, y float64) int {
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		default:
			return 0
		}
	})
	kept := 0
	for kept < n-1 && weights[kept] >= rest/float64(n-kept) {
		rest -= weights[kept]
		kept++
	}
	return rest / float64(n-kept)
}

// leastShare keeps the weight of a possible board from being rounded to nothing.
const leastShare = 1e-250

// normalized scales the weights so that they add up to 1.
func normalized(list []particle) []particle {
	sum := 0.0
	for i := range list {
		sum += list[i].weight
	}
	for i := range list {
		list[i].weight = max(list[i].weight/sum, leastShare)
	}
	return list
}

// table collects particles and adds up the weights of those with the same board. The first
// of them stands for all.
type table struct {
	list  []particle
	slots []int32 // index in the list + 1, or 0 if free
}

func (t *table) add(p particle) {
	if 2*len(t.list) >= len(t.slots) {
		t.grow()
	}
	at := t.find(p.side)
	if i := t.slots[at]; i != 0 {
		t.list[i-1].weight += p.weight
		return
	}
	t.list = append(t.list, p)
	t.slots[at] = int32(len(t.list))
}

// find returns the slot of a board, or the free one where it belongs.
func (t *table) find(side chess.Side) int {
	mask := len(t.slots) - 1
	at := int(side.Hash()) & mask
	for t.slots[at] != 0 && t.list[t.slots[at]-1].side != side {
		at = (at + 1) & mask
	}
	return at
}

func (t *table) grow() {
	t.slots = make([]int32, max(64, 4*len(t.slots)))
	for i := range t.list {
		t.slots[t.find(t.list[i].side)] = int32(i + 1)
	}
}
