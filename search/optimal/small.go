// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math"
	"math/bits"
)

const (
	smallCols   = 64  // the most actions the small search can take
	smallWords  = 8   // and the most words per row
	smallGroups = 512 // and the most groups
	memoSize    = 1 << 10
	easyNodes   = 64 // a position that takes more gets a clique cover of its own
)

// small searches positions of at most 64 states: every set is one word.
type small struct {
	n     int
	word  [smallWords][64]uint64 // the rows, word by word
	enemy [64]uint64             // the rows in conflict with each
	cols  int
	fatal [smallCols]uint64
	from  [smallCols + 1]int32
	group [smallGroups]uint64
	tops  uint64
	low   uint64
	memo  []memo
	turn  uint32
	cfg   *Config
	r     int
	nodes uint64
	limit uint64 // nodes at which to give up
}

type memo struct {
	set    uint64
	turn   uint32
	lo, hi uint8
}

// option of a small position.
type smallOption struct{ col, hi int32 }

// position returns bounds on the value of some rows of b, see Solver.search.
func (m *small) position(s *Solver, b *block, set []uint64, want int) bounds {
	m.cfg = &s.cfg
	if m.memo == nil {
		m.memo = make([]memo, memoSize)
	}
	m.copyRows(b, set)
	m.columns(b)
	before := m.nodes
	m.limit = before + easyNodes
	r := m.run(want)
	if r.lo < r.hi && r.hi > want && m.cols > 0 {
		if !m.cfg.NoCover {
			m.cover()
			m.columns(b)
		}
		m.limit = math.MaxUint64 // a position once begun is finished, or it would have to begin again
		r.tighten(m.run(want))
	}
	s.stats.Small += m.nodes - before
	s.spend(m.nodes - before)
	return r
}

// run searches all rows.
func (m *small) run(want int) bounds {
	m.low = ^m.tops
	m.turn++
	return m.search(^uint64(0)>>(64-m.n), 1<<m.cols-1, want)
}

// columns turns the rows into columns, leaving out those that cannot matter.
func (m *small) columns(b *block) {
	m.cols = 0
	at := int32(0)
	all := ^uint64(0) >> (64 - m.n)
	var planes [64]uint64
	loaded := int32(-1)
	for i := range b.cols {
		c := &b.cols[i]
		if j := c.nibble / perWord; j != loaded {
			loaded = j
			planes = m.word[j]
			transposeRows(&planes, m.n)
		}
		at = m.addColumn(b, c, &planes, all, at)
	}
	m.from[m.cols] = at
}

// cover reorders the rows by a greedy clique cover of their conflicts.
func (m *small) cover() {
	m.conflicts()
	var order [64]uint8
	n := 0
	m.tops = 0
	for left := ^uint64(0) >> (64 - m.n); left != 0; {
		for cand := left; cand != 0; {
			i := bits.TrailingZeros64(cand)
			order[n] = uint8(i)
			n++
			left &^= 1 << i
			cand &= m.enemy[i] &^ (1 << i)
		}
		m.tops |= 1 << (n - 1)
	}
	m.tops |= ^uint64(0) << (n - 1)
	for j := range m.r {
		old := m.word[j]
		for to, from := range order[:n] {
			m.word[j][to] = old[from&63]
		}
	}
}

// conflicts fills enemy: the rows that no action tells from row i.
func (m *small) conflicts() {
	for i := range m.n {
		m.enemy[i] = ^uint64(0) >> (64 - m.n)
	}
	for c := range m.cols {
		fatal := m.fatal[c]
		for _, g := range m.group[m.from[c]:m.from[c+1]] {
			for v := g; v != 0; v &= v - 1 {
				m.enemy[bits.TrailingZeros64(v)] &= g | fatal
			}
		}
	}
}

// copyRows copies the rows and the ends of their cliques.
func (m *small) copyRows(b *block, set []uint64) {
	n, last := 0, 0
	m.tops, m.r = 0, b.r
	for i, v := range set {
		for ; v != 0; v &= v - 1 {
			at := i*64 + bits.TrailingZeros64(v)
			if n > 0 && b.topBetween(last, at) {
				m.tops |= 1 << (n - 1)
			}
			for j, x := range b.row(at) {
				m.word[j][n] = x
			}
			last = at
			n++
		}
	}
	m.n = n
	m.tops |= ^uint64(0) << (n - 1)
}

// addColumn adds the groups of a column from place at on, unless it is of no use, and
// returns the place after them.
func (m *small) addColumn(b *block, c *column, planes *[64]uint64, all uint64, at int32) int32 {
	q := int(c.nibble) % perWord * 4
	p0, p1, p2, p3 := planes[q&63], planes[(q+1)&63], planes[(q+2)&63], planes[(q+3)&63]
	fatal := p0 & p1 & p2 & p3
	start := at
	left := all &^ fatal
	for g := c.lo; g < c.hi && left != 0; g++ {
		k := uint64(b.groups[g].seen)
		v := (p0 ^ (k&1 - 1)) & (p1 ^ (k>>1&1 - 1)) & (p2 ^ (k>>2&1 - 1)) & (p3 ^ (k>>3 - 1)) & all
		if v != 0 {
			m.group[at] = v
			at++
			left &^= v
		}
	}
	if k := at - start; k == 0 || k == 1 && (fatal == 0 || !m.cfg.NoDead) {
		return start
	}
	m.fatal[m.cols], m.from[m.cols] = fatal, start
	m.cols++
	return at
}

func (m *small) bound(set uint64) int {
	return bits.OnesCount64((((set & m.low) + m.low) | set) & m.tops)
}

// search returns bounds on the value of a set of rows, see Solver.search. live are the
// columns that may still teach something.
func (m *small) search(set, live uint64, want int) bounds {
	n := bits.OnesCount64(set)
	if n <= 2 {
		return m.pair(set, n)
	}
	hi := m.bound(set)
	if hi == 1 || hi <= want {
		return bounds{1, hi}
	}
	slot := &m.memo[mix(set)%memoSize]
	r := bounds{1, hi}
	if slot.set == set && slot.turn == m.turn {
		r = bounds{int(slot.lo), int(slot.hi)}
		if r.lo == r.hi || r.hi <= want {
			return r
		}
	}
	if m.nodes >= m.limit {
		return r
	}
	m.nodes++
	r.tighten(m.choose(set, live, want, r.hi))
	*slot = memo{set, m.turn, uint8(r.lo), uint8(r.hi)}
	return r
}

// pair returns the value of one or two rows.
func (m *small) pair(set uint64, n int) bounds {
	if n == 2 && !m.conflict(bits.TrailingZeros64(set), bits.Len64(set)-1) {
		return bounds{2, 2}
	}
	return bounds{1, 1}
}

// conflict reports whether no action that is safe in both rows reads differently.
func (m *small) conflict(x, y int) bool {
	for j := range m.r {
		if separated(m.word[j][x], m.word[j][y]) {
			return false
		}
	}
	return true
}

// choose maximises over the actions, best bound first.
func (m *small) choose(set, live uint64, want, hi int) bounds {
	var options [smallCols]smallOption
	n := 0
	for v := live; v != 0; v &= v - 1 {
		c := bits.TrailingZeros64(v)
		safe := set &^ m.fatal[c]
		promise, dead := 0, safe == 0
		for _, g := range m.group[m.from[c]:m.from[c+1]] {
			g &= set
			if g == safe {
				dead = true
				break
			}
			promise += m.bound(g)
		}
		if dead {
			if safe == 0 || safe == set || !m.cfg.NoDead {
				live &^= 1 << c
				continue
			}
			promise = m.bound(safe)
		}
		if safe == set && !m.cfg.NoClosure {
			return m.sum(set, c, live, want)
		}
		if promise > want {
			options[n] = smallOption{int32(c), int32(promise)}
			for i := n; i > 0 && options[i].hi > options[i-1].hi; i-- {
				options[i], options[i-1] = options[i-1], options[i]
			}
			n++
		}
	}
	best, top := 1, max(1, want)
	for _, o := range options[:n] {
		if int(o.hi) <= max(best, want) {
			break
		}
		r := m.sum(set, int(o.col), live, max(best, want))
		best, top = max(best, r.lo), max(top, r.hi)
		if best >= hi {
			break
		}
	}
	return bounds{best, max(best, min(hi, top))}
}

// sum adds up the parts of a set that an action tells apart.
func (m *small) sum(set uint64, c int, live uint64, want int) bounds {
	total := bounds{}
	groups := m.group[m.from[c]:m.from[c+1]]
	for _, g := range groups {
		total.hi += m.bound(g & set)
	}
	for _, g := range groups {
		if g &= set; g == 0 {
			continue
		}
		hi := m.bound(g)
		r := m.search(g, live, want-(total.hi-hi))
		total.hi += r.hi - hi
		total.lo += r.lo
		if total.hi <= want {
			total.lo = 0
			break
		}
	}
	return total
}
