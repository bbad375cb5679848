// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math/bits"
)

const (
	smallCols   = 64  // limit on the actions of the small search
	smallWords  = 8   // limit on the words per row
	smallGroups = 512 // limit on the groups
	memoSize    = 1 << 10
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
	pace  *pace
	r     int
	nodes uint64 // in all
	paid  uint64 // nodes already counted by pace
}

// smallPoll is the number of nodes between two calls of pace.
const smallPoll = 256

type memo struct {
	set    uint64
	turn   uint32
	lo, hi uint8
}

// option of a small position.
type smallOption struct{ col, hi int32 }

// position returns bounds on the value of some rows of b, see Solver.search.
func (m *small) position(s *Solver, b *block, set []uint64, want int) bounds {
	m.cfg, m.pace = &s.cfg, &s.pace
	if m.memo == nil {
		m.memo = make([]memo, memoSize)
	}
	s.cover.find(b, set, 64)
	if s.stopped {
		return bounds{1, 64}
	}
	m.copyRows(b, &s.cover)
	m.columns(b)
	r := bounds{1, m.n}
	key, named := m.canonical(s)
	if named {
		r = s.table.known(key, m.n)
		if r.lo == r.hi || r.hi <= want {
			return r
		}
	}
	m.conflicts()
	r.tighten(m.run(want))
	m.pay()
	if named {
		s.table.put(key, m.n, r)
	}
	return r
}

// pay counts the nodes since its last call.
func (m *small) pay() {
	m.pace.spend(m.nodes - m.paid)
	m.paid = m.nodes
}

// run searches all rows.
func (m *small) run(want int) bounds {
	m.low = ^m.tops
	m.turn++
	all := ^uint64(0) >> (64 - m.n)
	r := m.guess(all)
	if r.lo < r.hi && r.hi > want {
		r.tighten(m.search(all, 1<<m.cols-1, want, r))
	}
	return r
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

// conflicts fills enemy: the rows that no action separates from row i.
func (m *small) conflicts() {
	for i := range m.n {
		m.enemy[i] = ^uint64(0) >> (64 - m.n) &^ (1 << i)
	}
	for c := range m.cols {
		fatal := m.fatal[c]
		for _, g := range m.group[m.from[c]:m.from[c+1]] {
			for v := g; v != 0; v &= v - 1 {
				m.enemy[bits.TrailingZeros64(v)&63] &= g | fatal
			}
		}
	}
}

// copyRows copies the rows of a cover and the ends of its cliques.
func (m *small) copyRows(b *block, cov *cover) {
	m.tops, m.r = 0, b.r
	for i, from := range cov.order {
		for j, x := range b.row(int(from)) {
			m.word[j][i&63] = x
		}
	}
	for _, end := range cov.ends {
		m.tops |= 1 << (end - 1)
	}
	m.n = len(cov.order)
	m.tops |= ^uint64(0) << (m.n - 1)
}

// addColumn adds the groups of a column from index at on, unless it is useless, and returns the
// index after them.
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

// guess returns bounds on the value of a set of rows without a search.
func (m *small) guess(set uint64) bounds {
	slot := &m.memo[mix(set)%memoSize]
	if slot.set == set && slot.turn == m.turn {
		return bounds{int(slot.lo), int(slot.hi)}
	}
	n := bits.OnesCount64(set)
	if (m.cfg.NoLocal || m.cfg.NoCover) && n > 2 {
		return bounds{1, m.bound(set)}
	}
	hi := m.greedy(set)
	return bounds{min(hi, 2), hi}
}

// greedy returns the size of a clique cover of a set of rows.
func (m *small) greedy(set uint64) int {
	n := 0
	for set != 0 {
		n++
		for cand := set; cand != 0; {
			i := bits.TrailingZeros64(cand)
			set &^= 1 << i
			cand &= m.enemy[i&63]
		}
	}
	return n
}

// search returns bounds on the value of a set of rows, see Solver.search. live are the columns that
// may still reveal something, r the bounds so far.
func (m *small) search(set, live uint64, want int, r bounds) bounds {
	if m.nodes++; m.nodes-m.paid >= smallPoll {
		m.pay()
	}
	if m.pace.stopped {
		return r
	}
	r.tighten(m.choose(set, live, want, r))
	m.memo[mix(set)%memoSize] = memo{set, m.turn, uint8(r.lo), uint8(r.hi)}
	return r
}

// choose maximises over the actions, best bound first.
func (m *small) choose(set, live uint64, want int, known bounds) bounds {
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
	best, top, hi := known.lo, max(1, want), known.hi
	for _, o := range options[:n] {
		if int(o.hi) <= max(best, want) {
			break
		}
		r := m.sum(set, int(o.col), live, max(best, want))
		best, top = max(best, r.lo), max(top, r.hi)
		if best >= hi {
			break
		}
		if m.pace.stopped {
			return bounds{best, hi}
		}
	}
	return bounds{best, max(best, min(hi, top))}
}

// sum adds up the parts into which an action splits a set.
func (m *small) sum(set uint64, c int, live uint64, want int) bounds {
	var parts [Fatal]part
	n := 0
	total := bounds{}
	for _, g := range m.group[m.from[c]:m.from[c+1]] {
		if g &= set; g != 0 {
			hi := m.bound(g)
			total.hi += hi
			parts[n] = part{g, bounds{1, hi}}
			n++
		}
	}
	for i := range parts[:n] {
		if total.hi <= want {
			return bounds{0, total.hi}
		}
		p := &parts[i]
		if p.hi > 1 {
			old := p.hi
			p.tighten(m.guess(p.set))
			total.hi += p.hi - old
		}
		total.lo += p.lo
	}
	for i := range parts[:n] {
		if total.hi <= want {
			return bounds{0, total.hi}
		}
		p := &parts[i]
		if p.lo < p.hi {
			r := m.search(p.set, live, want-(total.hi-p.hi), p.bounds)
			total.hi += r.hi - p.hi
			total.lo += r.lo - p.lo
		}
	}
	return total
}

// part is a set of rows with bounds on its value.
type part struct {
	set uint64
	bounds
}
