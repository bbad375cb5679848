// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math/rand/v2"
	"slices"
)

const (
	cliqueRounds = 64
	cliqueWork   = 4_000_000 // rows that the rounds may look at, and three times the problem
	cliqueTries  = 4         // leaders of a group that a clique is compared with
	cliqueMost   = 64        // members of a clique
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
	sum  []uint64 // the row that stands for each leader's clique, see cover
	r    int
	lead []int32 // first member of each clique
	next []int32 // next member of the same clique, -1 at the end
	last []int32 // last member of the clique led by
	size []int32

	head  []int32 // of a round: first leader by hash, -1 if none
	chain []int32 // next leader with the same place in head
	tag   []uint32
}

// newCliques merges greedily. Conflicting rows agree almost everywhere, so each round
// compares the leaders that agree on a random choice of the actions.
func newCliques(rows []uint64, r, actions int) *cliques {
	n := len(rows) / r
	q := &cliques{
		rows: rows, sum: slices.Clone(rows), r: r, lead: make([]int32, n), next: make([]int32, n), last: make([]int32, n),
		size: make([]int32, n), chain: make([]int32, n), tag: make([]uint32, n),
	}
	for i := range n {
		q.lead[i], q.next[i], q.last[i], q.size[i] = int32(i), -1, int32(i), 1
	}
	rng := rand.New(rand.NewPCG(1, 0))
	look := make([]uint64, r)
	work := 0
	for range cliqueRounds {
		if work += len(q.lead); work > 3*n+cliqueWork {
			break
		}
		clear(look)
		for a := range actions {
			if rng.IntN(5) < 2 {
				look[a/perWord] |= Fatal << (a % perWord * 4)
			}
		}
		q.round(look)
	}
	return q
}

func (q *cliques) row(i int32) []uint64 { return q.rows[int(i)*q.r : int(i)*q.r+q.r] }

func (q *cliques) stand(i int32) []uint64 { return q.sum[int(i)*q.r : int(i)*q.r+q.r] }

// round merges cliques whose leaders agree on the readings in look.
func (q *cliques) round(look []uint64) {
	size := tableSize(len(q.lead))
	q.head = grow(q.head, size)
	for i := range q.head {
		q.head[i] = -1
	}
	out := q.lead[:0]
	for _, i := range q.lead {
		h := uint64(0)
		for j, v := range q.stand(i) {
			h = mix(h ^ v&look[j])
		}
		q.tag[i] = uint32(h >> 32)
		at := &q.head[h&uint64(size-1)]
		if !q.absorb(*at, i) {
			q.chain[i], *at = *at, i
			out = append(out, i)
		}
	}
	q.lead = out
}

// absorb merges the clique of b into the first one that takes it of those met on the
// way from a.
func (q *cliques) absorb(a, b int32) bool {
	for tries := 0; a >= 0 && tries < cliqueTries; a = q.chain[a] {
		if q.tag[a] != q.tag[b] {
			continue
		}
		tries++
		if q.size[a]+q.size[b] <= cliqueMost && conflict(q.stand(a), q.stand(b)) {
			q.next[q.last[a]] = b
			q.last[a] = q.last[b]
			q.size[a] += q.size[b]
			for j, x := range q.stand(b) {
				q.sum[int(a)*q.r+j] &= x
			}
			return true
		}
	}
	return false
}

// sorted returns the rows clique by clique, and the set of the last rows of cliques.
func (q *cliques) sorted() (rows, tops []uint64) {
	n := len(q.next)
	q.last, q.size, q.head, q.chain, q.tag, q.sum = nil, nil, nil, nil, nil, nil // make room
	rows = make([]uint64, 0, len(q.rows))
	tops = make([]uint64, words(n, 64))
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
