// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"math"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg/chess"
)

// reduce returns about n of the particles, or all if there are no more. It is the optimal
// resampling of Fearnhead & Clifford 2003, §3: particles heavier than a threshold stay unchanged;
// of the others a systematic sample stays, each with the threshold as its weight. So the expected
// weight of every particle is its former weight.
//
// promise, if not nil, multiplies the weight that decides whether a particle is kept; its final
// weight compensates for that.
func reduce(list []particle, n int, r *rand.Rand, promise []float64) []particle {
	if len(list) <= n {
		return list
	}
	weights := make([]float64, len(list))
	for i := range list {
		if weights[i] = list[i].weight; promise != nil {
			weights[i] = float64(weights[i] * promise[i])
		}
	}
	out := make([]particle, 0, n+1)
	s := newSieve(threshold(weights, n), r)
	for i, p := range list {
		if w, ok := s.pass(weights[i]); ok {
			p.weight *= w / weights[i]
			out = append(out, p)
		}
	}
	return normalized(out)
}

// sieve passes weights of at least a threshold, and of the others a systematic sample.
type sieve struct {
	least float64
	until float64 // the weight still to be dropped before the next light one passes
}

func newSieve(least float64, r *rand.Rand) sieve {
	return sieve{least: least, until: float64(least * r.Float64())}
}

// pass reports whether something of weight w passes, and its weight then.
func (s *sieve) pass(w float64) (float64, bool) {
	if w >= s.least {
		return w, true
	}
	if s.until -= w; s.until >= 0 {
		return 0, false
	}
	s.until += s.least
	return s.least, true
}

// threshold returns the c for which the sum of min(w/c, 1) over all weights w is n. It starts too
// high and decreases: weights above it stay, and the others share the rest of n.
func threshold(weights []float64, n int) float64 {
	c := math.Inf(1)
	for stay := -1; ; {
		heavy, light := 0, 0.0
		for _, w := range weights {
			if w >= c {
				heavy++
			} else {
				light += w
			}
		}
		if heavy <= stay || heavy >= n { // fewer can stay only by rounding
			return c
		}
		stay, c = heavy, light/float64(n-heavy)
	}
}

// leastShare keeps the weight of a possible board from being rounded to zero.
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

// table collects particles and adds up the weights of those with the same board. The first of them
// represents all.
type table struct {
	list  []particle
	slots []int32 // index in the list + 1, or 0 if free
}

// tableFor returns a table for about n particles.
func tableFor(n int) table {
	size := 64
	for size < 2*n {
		size *= 2
	}
	return table{list: make([]particle, 0, n), slots: make([]int32, size)}
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
