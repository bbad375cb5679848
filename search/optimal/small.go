// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "math/bits"

const (
	smallCols   = 64  // the most actions the small search can take
	smallGroups = 512 // and the most groups
	memoSize    = 1 << 12
)

// small searches positions of at most 64 states: every set is one word.
type small struct {
	n      int
	row    [64][]uint64
	nibble [smallCols]int32
	cell   [smallCols][16]uint64 // rows by reading, while loading
	cols   int
	fatal  [smallCols]uint64
	from   [smallCols + 1]int32
	group  [smallGroups]uint64
	enemy  [64]uint64 // rows in conflict
	tops   uint64
	low    uint64
	memo   []memo
	turn   uint32
	cfg    *Config
	nodes  uint64
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
	all := m.load(b, set)
	m.turn++
	before := m.nodes
	r := m.search(all, 1<<m.cols-1, want)
	s.stats.Small += m.nodes - before
	s.spend(m.nodes - before)
	return r
}

// load takes the rows, drops what cannot matter, and puts the cliques of a cover side
// by side. It returns the set of the rows that are left.
func (m *small) load(b *block, set []uint64) uint64 {
	m.n = 0
	for i, v := range set {
		for ; v != 0; v &= v - 1 {
			m.row[m.n] = b.row(i*64 + bits.TrailingZeros64(v))
			m.n++
		}
	}
	m.cols = 0
	for i := range b.cols {
		c := &b.cols[i]
		m.nibble[m.cols] = c.nibble
		m.scatter(m.cols)
		if m.useful(m.cols, ^uint64(0)) {
			m.cols++
		}
	}
	all := ^uint64(0) >> (64 - m.n)
	all = m.thin(all)
	m.order(all)
	return ^uint64(0) >> (64 - m.n)
}

// scatter fills the cells of column c.
func (m *small) scatter(c int) {
	cell := &m.cell[c]
	*cell = [16]uint64{}
	w, shift := m.nibble[c]/perWord, m.nibble[c]%perWord*4
	for i, row := range m.row[:m.n] {
		cell[row[w]>>shift&15] |= 1 << i
	}
}

// useful reports whether column c, on the given rows, can teach something.
func (m *small) useful(c int, rows uint64) bool {
	k := 0
	for _, v := range m.cell[c][:Fatal] {
		if v&rows != 0 {
			k++
		}
	}
	return k > 1 || k == 1 && m.cfg.NoDead && m.cell[c][Fatal]&rows != 0
}

// thin drops dominated columns and rows that others stand for until nothing changes.
func (m *small) thin(all uint64) uint64 {
	for {
		if !m.cfg.NoDominated {
			m.dropDominated(all)
		}
		left := all
		if !m.cfg.NoTwins {
			left = m.dropRows(all)
		}
		if left == all {
			return all
		}
		all = left
		out := 0
		for c := range m.cols {
			if m.useful(c, all) {
				m.moveColumn(c, out)
				out++
			}
		}
		m.cols = out
	}
}

func (m *small) moveColumn(from, to int) {
	if from != to {
		m.cell[to], m.nibble[to] = m.cell[from], m.nibble[from]
	}
}

func (m *small) dropDominated(all uint64) {
	for i := 0; i < m.cols; i++ {
		for j := range m.cols {
			if i != j && m.dominates(j, i, all) {
				m.cols--
				m.moveColumn(m.cols, i)
				i--
				break
			}
		}
	}
}

// dominates reports whether y is safe wherever x is and tells x's reading there.
func (m *small) dominates(y, x int, all uint64) bool {
	cy, cx := &m.cell[y], &m.cell[x]
	safe := all &^ cx[Fatal]
	if cy[Fatal]&safe != 0 {
		return false
	}
	for _, g := range cy[:Fatal] {
		if g &= safe; g == 0 {
			continue
		}
		k := m.reading(x, bits.TrailingZeros64(g))
		if g&^cx[k] != 0 {
			return false
		}
	}
	return true
}

// reading returns what column c reads in row i.
func (m *small) reading(c, i int) uint64 {
	return m.row[i][m.nibble[c]/perWord] >> (m.nibble[c] % perWord * 4) & 15
}

// dropRows drops rows with which another row agrees wherever they are safe. Of equal
// rows the first stays.
func (m *small) dropRows(all uint64) uint64 {
	for v := all; v != 0; v &= v - 1 {
		i := bits.TrailingZeros64(v)
		same := all &^ (1 << i)
		for c := 0; c < m.cols && same != 0; c++ {
			if k := m.reading(c, i); k != Fatal {
				same &= m.cell[c][k]
			}
		}
		if same != 0 {
			all &^= 1 << i
		}
	}
	return all
}

// order finds the conflicts, covers them by cliques, and renumbers the rows.
func (m *small) order(all uint64) {
	var enemy [64]uint64
	for v := all; v != 0; v &= v - 1 {
		i := bits.TrailingZeros64(v)
		e := all
		for c := range m.cols {
			if k := m.reading(c, i); k != Fatal {
				e &= m.cell[c][k] | m.cell[c][Fatal]
			}
		}
		enemy[i] = e
	}
	var place [64]uint8
	var rows [64][]uint64
	n := 0
	m.tops = 0
	for left := all; left != 0; {
		for cand := left; cand != 0; {
			i := bits.TrailingZeros64(cand)
			left &^= 1 << i
			cand &= enemy[i] &^ (1 << i)
			place[i], rows[n] = uint8(n), m.row[i]
			n++
		}
		m.tops |= 1 << (n - 1)
	}
	if m.cfg.NoCover {
		m.tops = ^uint64(0)
	}
	m.tops |= ^uint64(0) << (n - 1)
	m.low = ^m.tops
	m.n, m.row = n, rows
	for v := all; v != 0; v &= v - 1 {
		i := bits.TrailingZeros64(v)
		e := uint64(0)
		for u := enemy[i]; u != 0; u &= u - 1 {
			e |= 1 << place[bits.TrailingZeros64(u)]
		}
		m.enemy[place[i]] = e
	}
	m.regroup()
}

// regroup computes the groups of the columns for the final order of the rows.
func (m *small) regroup() {
	at := int32(0)
	for c := range m.cols {
		m.scatter(c)
		m.fatal[c] = m.cell[c][Fatal]
		m.from[c] = at
		for _, g := range m.cell[c][:Fatal] {
			if g != 0 {
				m.group[at] = g
				at++
			}
		}
	}
	m.from[m.cols] = at
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
	m.nodes++
	r.tighten(m.choose(set, live, want, r.hi))
	*slot = memo{set, m.turn, uint8(r.lo), uint8(r.hi)}
	return r
}

// pair returns the value of one or two rows.
func (m *small) pair(set uint64, n int) bounds {
	if n == 2 && m.enemy[bits.TrailingZeros64(set)]&set&(set-1) == 0 {
		return bounds{2, 2}
	}
	return bounds{1, 1}
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
			live &^= 1 << c
			continue
		}
		if safe == set {
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
	if best > want {
		return bounds{best, best}
	}
	return bounds{best, min(hi, top)}
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
