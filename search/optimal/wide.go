// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

const (
	wideRows  = 256 // the largest position of the wide search
	wideMemo  = 1 << 12
	wideSmall = 12 // the smallest part that is left to the small search
)

// wide searches positions of 65 to 256 states: every set is four words, of one block. It works like
// small, and looks up its larger parts in the table.
type wide struct {
	s     *Solver
	b     *block
	fatal []wset
	group []wset
	from  []int32
	enemy [wideRows]wset // the rows in conflict with each
	tops  wset
	memo  []wideEntry
	turn  uint32
	key   []hash
	set   [4]uint64 // a set as words
}

type wideEntry struct {
	set    wset
	turn   uint32
	lo, hi uint16
}

// position returns bounds on the value of a block, see Solver.search.
func (m *wide) position(s *Solver, b *block, want, lo int) bounds {
	if len(b.cols) == 0 || b.n == 1 {
		return bounds{1, 1}
	}
	s.tick()
	r := bounds{1, b.cliques()}
	if r.hi <= want || r.hi == 1 || s.stopped {
		return r
	}
	m.load(s, b)
	all := firstRows(b.n)
	m.conflicts(all)
	r.tighten(m.guess(all, b.n))
	r.lo = max(r.lo, lo)
	if r.lo < r.hi && r.hi > want {
		r.tighten(m.choose(all, ^uint64(0)>>(64-len(b.cols)), want, r))
	}
	return r
}

// load copies the masks of a block.
func (m *wide) load(s *Solver, b *block) {
	m.s, m.b = s, b
	if m.memo == nil {
		m.memo = make([]wideEntry, wideMemo)
	}
	m.turn++
	m.tops = toWide(b.tops)
	m.fatal, m.group, m.from = m.fatal[:0], m.group[:0], m.from[:0]
	for i := range b.cols {
		c := &b.cols[i]
		m.fatal = append(m.fatal, toWide(b.fatal(c)))
		m.from = append(m.from, int32(len(m.group)))
		for g := c.lo; g < c.hi; g++ {
			m.group = append(m.group, toWide(b.mask(&b.groups[g])))
		}
	}
	m.from = append(m.from, int32(len(m.group)))
}

// conflicts fills enemy: the rows that no action separates from row i.
func (m *wide) conflicts(all wset) {
	for i := range m.b.n {
		m.enemy[i] = all.without(i)
	}
	for c := range m.fatal {
		fatal := m.fatal[c]
		for _, g := range m.group[m.from[c]:m.from[c+1]] {
			keep := g.or(fatal)
			for w, v := range g.words() {
				for ; v != 0; v &= v - 1 {
					e := &m.enemy[w<<6|bits.TrailingZeros64(v)&63]
					*e = e.and(keep)
				}
			}
		}
	}
}

func (m *wide) bound(x wset) int {
	return segment(x.a, m.tops.a) + segment(x.b, m.tops.b) + segment(x.c, m.tops.c) + segment(x.d, m.tops.d)
}

func segment(v, tops uint64) int {
	return bits.OnesCount64((((v &^ tops) + ^tops) | v) & tops)
}

// guess returns bounds on the value of a set of rows without a search.
func (m *wide) guess(set wset, n int) bounds {
	slot := &m.memo[set.hash()%wideMemo]
	if slot.set == set && slot.turn == m.turn {
		return bounds{int(slot.lo), int(slot.hi)}
	}
	if (m.s.cfg.NoLocal || m.s.cfg.NoCover) && n > 2 {
		return bounds{1, m.bound(set)}
	}
	hi := m.greedy(set)
	return bounds{min(hi, 2), hi}
}

// greedy returns the size of a clique cover of a set of rows.
func (m *wide) greedy(set wset) int {
	n := 0
	for ; !set.empty(); n++ {
		for cand := set; !cand.empty(); {
			i := cand.first()
			set = set.without(i)
			cand = cand.and(m.enemy[i&(wideRows-1)])
		}
	}
	return n
}

// search returns bounds on the value of n rows, see Solver.search. live are the columns that may
// still reveal something, r the bounds so far.
func (m *wide) search(set wset, n int, live uint64, want int, r bounds) bounds {
	stored := n >= tableMin && !m.s.cfg.NoTable
	var key hash
	if stored {
		key = m.setKey(set)
		if t, ok := m.s.table.get(key, n); ok {
			r.tighten(t)
		}
	}
	if r.lo < r.hi && r.hi > want && !m.s.stopped {
		if n >= wideSmall && m.s.fitsSmall(m.b, n) {
			m.set = set.words()
			r.tighten(m.s.small.position(m.s, m.b, m.set[:m.b.w], want))
		} else {
			m.s.tick()
			r.tighten(m.choose(set, live, want, r))
		}
		if stored {
			m.s.table.put(key, n, r)
		}
	}
	m.memo[set.hash()%wideMemo] = wideEntry{set, m.turn, uint16(r.lo), uint16(r.hi)}
	return r
}

// setKey identifies a set of rows, see leafKey.
func (m *wide) setKey(set wset) hash {
	m.set = set.words()
	m.key = append(m.key[:0], m.b.key...)
	m.s.addKnown(m.b, m.set[:m.b.w], m.key)
	return least(m.key)
}

// choose maximises over the actions, best bound first, see small.choose.
func (m *wide) choose(set wset, live uint64, want int, known bounds) bounds {
	var options [smallCols]smallOption
	n := 0
	for v := live; v != 0; v &= v - 1 {
		c := bits.TrailingZeros64(v)
		safe := set.andNot(m.fatal[c])
		promise, dead := 0, safe.empty()
		for _, g := range m.group[m.from[c]:m.from[c+1]] {
			g = g.and(set)
			if g == safe {
				dead = true
				break
			}
			promise += m.bound(g)
		}
		if dead {
			if safe.empty() || safe == set || !m.s.cfg.NoDead {
				live &^= 1 << c
				continue
			}
			promise = m.bound(safe)
		}
		if safe == set && !m.s.cfg.NoClosure {
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
		if m.s.stopped {
			return bounds{best, hi}
		}
	}
	return bounds{best, max(best, min(hi, top))}
}

// widePart is a set of rows with bounds on its value.
type widePart struct {
	set wset
	n   int
	bounds
}

// sum adds up the parts into which an action splits a set.
func (m *wide) sum(set wset, c int, live uint64, want int) bounds {
	var parts [Fatal]widePart
	n := 0
	total := bounds{}
	for _, g := range m.group[m.from[c]:m.from[c+1]] {
		if g = g.and(set); !g.empty() {
			hi := m.bound(g)
			total.hi += hi
			parts[n] = widePart{g, g.count(), bounds{1, hi}}
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
			p.tighten(m.guess(p.set, p.n))
			total.hi += p.hi - old
		}
		total.lo += p.lo
	}
	for total.hi > want && !m.s.stopped {
		p := nextPart(parts[:n])
		if p == nil {
			return total
		}
		r := m.search(p.set, p.n, live, want-(total.hi-p.hi), p.bounds)
		total.hi += r.hi - p.hi
		total.lo += r.lo - p.lo
		p.bounds = r
	}
	return total
}

// nextPart returns the part to search, see level.next.
func nextPart(parts []widePart) *widePart {
	var best *widePart
	for i := range parts {
		p := &parts[i]
		if w := p.hi - p.lo; w > 0 && (best == nil || w*best.n > (best.hi-best.lo)*p.n) {
			best = p
		}
	}
	return best
}
