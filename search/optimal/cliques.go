// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/rand/v2"

const (
	cliqueRounds = 64
	cliqueWork   = 4_000_000 // rows that the rounds may compare, plus three times the problem
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

// cliques partitions rows into cliques of the conflict graph. A clique is identified by its first
// member, the leader, whose row is replaced by one that represents the whole clique, see cover; its
// former row is kept aside.
type cliques struct {
	pace *pace
	rows []uint64
	r    int
	lead []int32 // the leaders
	next []int32 // next member of the same clique, -1 at the end
	last []int32 // last member of the clique led by
	size []uint8 // of the clique led by
	kept []int32 // index in aside of a leader's own row, -1 if it still has it
	// aside holds the former rows of leaders.
	aside []uint64

	head  []int32 // of a round: first leader by hash, -1 if none
	chain []int32 // next leader with the same place in head
	tag   []uint32
}

// newCliques merges greedily. Conflicting rows agree almost everywhere, so each round
// compares the leaders that agree on a random choice of the actions.
func newCliques(rows []uint64, r, actions int, pace *pace) *cliques {
	n := len(rows) / r
	q := &cliques{
		pace: pace, rows: rows, r: r, lead: make([]int32, n), next: make([]int32, n), last: make([]int32, n),
		size: make([]uint8, n), kept: make([]int32, n), chain: make([]int32, n), tag: make([]uint32, n),
	}
	for i := range n {
		q.lead[i], q.next[i], q.last[i], q.size[i], q.kept[i] = int32(i), -1, int32(i), 1, -1
	}
	rng := rand.New(rand.NewPCG(1, 0))
	look := make([]uint64, r)
	work := 0
	for range cliqueRounds {
		if work += len(q.lead); work > 3*n+cliqueWork || pace.stopped {
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

// round merges cliques whose leaders agree on the readings in look.
func (q *cliques) round(look []uint64) {
	size := tableSize(len(q.lead))
	q.head = grow(q.head, size)
	for i := range q.head {
		q.head[i] = -1
	}
	out := q.lead[:0]
	for n, i := range q.lead {
		if n%span == 0 && q.pace.toil(span*stateWords*q.r) {
			return
		}
		h := uint64(0)
		for j, v := range q.row(i) {
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

// absorb merges the clique of b into the first one that accepts it along the chain from a.
func (q *cliques) absorb(a, b int32) bool {
	for tries := 0; a >= 0 && tries < cliqueTries; a = q.chain[a] {
		if q.tag[a] != q.tag[b] {
			continue
		}
		tries++
		if q.size[a]+q.size[b] <= cliqueMost && conflict(q.row(a), q.row(b)) {
			q.merge(a, b)
			return true
		}
	}
	return false
}

// merge adds the clique of b to that of a.
func (q *cliques) merge(a, b int32) {
	q.next[q.last[a]] = b
	q.last[a] = q.last[b]
	q.size[a] += q.size[b]
	row := q.row(a)
	if q.kept[a] < 0 {
		q.kept[a] = int32(len(q.aside) / q.r)
		q.aside = append(q.aside, row...)
	}
	for j, x := range q.row(b) {
		row[j] &= x
	}
}

// sorted returns the rows clique by clique, and the set of the last rows of cliques. It
// moves the rows within their array.
func (q *cliques) sorted() (rows, tops []uint64) {
	q.restore()
	order := q.last[:0]
	q.last, q.head, q.chain, q.tag = nil, nil, nil, nil // make room
	tops = make([]uint64, words(len(q.next), 64))
	for _, i := range q.lead {
		for x := i; x >= 0; x = q.next[x] {
			order = append(order, x)
		}
		at := len(order) - 1
		tops[at/64] |= 1 << (at % 64)
		if q.pace.toil(stateWords * int(q.size[i])) {
			return nil, nil
		}
	}
	q.lead, q.next, q.size = nil, nil, nil
	q.permute(order)
	return q.rows, tops
}

// restore gives the leaders their own rows back.
func (q *cliques) restore() {
	for i, at := range q.kept {
		if i%span == 0 && q.pace.toil(span*q.r) {
			return
		}
		if at >= 0 {
			copy(q.row(int32(i)), q.aside[int(at)*q.r:])
		}
	}
	q.kept, q.aside = nil, nil
}

// permute moves the row order[i] to index i, cycle by cycle. It overwrites order.
func (q *cliques) permute(order []int32) {
	first := make([]uint64, q.r)
	for i := range order {
		if order[i] < 0 {
			continue // part of an earlier cycle
		}
		copy(first, q.row(int32(i)))
		to := int32(i)
		for from := order[to]; from != int32(i); from = order[to] {
			if q.pace.toil(stateWords * q.r) {
				return
			}
			copy(q.row(to), q.row(from))
			order[to], to = -1, from
		}
		copy(q.row(to), first)
		order[to] = -1
	}
}
