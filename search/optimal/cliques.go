// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math/rand/v2"
	"slices"
)

const (
	cliqueRounds = 128
	cliqueTries  = 16 // leaders of a group that a clique is compared with
	cliqueMost   = 64 // members of a clique
	nibbleOnes   = 0x1111111111111111
)

// conflict reports whether no action that is safe in both rows reads differently.
func conflict(x, y []uint64) bool {
	y = y[:len(x)]
	for i, v := range x {
		if separated(v, y[i]) {
			return false
		}
	}
	return true
}

// separated reports whether some reading differs between two words and is fatal in
// neither.
func separated(x, y uint64) bool {
	d := x ^ y
	d |= d >> 2
	d |= d >> 1
	x &= x >> 2
	x &= x >> 1
	y &= y >> 2
	y &= y >> 1
	return d&^(x|y)&nibbleOnes != 0
}

// cliques partitions rows into cliques of the conflict graph.
type cliques struct {
	rows []uint64
	r    int
	lead []int32 // first member of each clique
	next []int32 // next member of the same clique, -1 at the end
	last []int32 // last member of the clique led by
	size []int32
	keys []keyed
}

type keyed struct {
	key  uint64
	lead int32
}

// newCliques merges greedily. Conflicting rows agree almost everywhere, so each round
// compares the leaders that agree on a random choice of the actions.
func newCliques(rows []uint64, r, actions int) *cliques {
	n := len(rows) / r
	q := &cliques{rows: rows, r: r, next: make([]int32, n), last: make([]int32, n), size: make([]int32, n)}
	for i := range n {
		q.lead = append(q.lead, int32(i))
		q.next[i], q.last[i], q.size[i] = -1, int32(i), 1
	}
	rng := rand.New(rand.NewPCG(1, 0))
	look := make([]uint64, r)
	for range cliqueRounds {
		clear(look)
		for a := range actions {
			if rng.IntN(5) < 3 {
				look[a/perWord] |= Fatal << (a % perWord * 4)
			}
		}
		q.round(look)
	}
	return q
}

func (q *cliques) row(i int32) []uint64 { return q.rows[int(i)*q.r : int(i)*q.r+q.r] }

// round merges cliques whose leaders agree on the readings in look.
func (q *cliques) round(look []uint64) {
	q.keys = q.keys[:0]
	for _, i := range q.lead {
		h := uint64(0)
		for j, v := range q.row(i) {
			h = mix(h ^ v&look[j])
		}
		q.keys = append(q.keys, keyed{h, i})
	}
	slices.SortFunc(q.keys, func(x, y keyed) int {
		switch {
		case x.key < y.key:
			return -1
		case x.key > y.key:
			return 1
		default:
			return int(x.lead - y.lead)
		}
	})
	q.lead = q.lead[:0]
	start := 0 // first leader kept of the group
	for i, k := range q.keys {
		if i > 0 && k.key != q.keys[i-1].key {
			start = len(q.lead)
		}
		if !q.absorb(q.lead[max(start, len(q.lead)-cliqueTries):], k.lead) {
			q.lead = append(q.lead, k.lead)
		}
	}
}

// absorb merges the clique of b into the first one that takes it.
func (q *cliques) absorb(leads []int32, b int32) bool {
	for _, a := range leads {
		if q.size[a]+q.size[b] <= cliqueMost && q.allConflict(a, b) {
			q.next[q.last[a]] = b
			q.last[a] = q.last[b]
			q.size[a] += q.size[b]
			return true
		}
	}
	return false
}

func (q *cliques) allConflict(a, b int32) bool {
	for x := a; x >= 0; x = q.next[x] {
		for y := b; y >= 0; y = q.next[y] {
			if !conflict(q.row(x), q.row(y)) {
				return false
			}
		}
	}
	return true
}

// sorted returns the rows clique by clique, and the set of the last rows of cliques.
func (q *cliques) sorted() (rows, tops []uint64) {
	n := len(q.next)
	rows = make([]uint64, 0, len(q.rows))
	tops = make([]uint64, words(n, 64))
	slices.Sort(q.lead)
	at := 0
	for _, i := range q.lead {
		for x := i; x >= 0; x = q.next[x] {
			rows = append(rows, q.row(x)...)
			at++
		}
		tops[(at-1)/64] |= 1 << ((at - 1) % 64)
	}
	return rows, tops
}
