// SPDX-License-Identifier: BSD-3-Clause

package optimal

// broadRows is the size above which a block lists no small closed parts.
const broadRows = 1 << 13

// level is the memory of one depth of the search.
type level struct {
	block   block
	options []option
	leaves  []leaf
	sets    []uint64
	used    int
	key     []hash
}

// option is an action of a position: the sum of its leaves.
type option struct {
	col      int
	known    int // states won in leaves that are settled and not listed
	hi       int
	lo, to   int // leaves
	expanded bool
	searched bool
}

// leaf is a closed sub-position: no action that is safe in all of it is left.
type leaf struct {
	set    []uint64
	n      int
	key    hash // if n is at least tableMin
	peeked bool // its bound cannot be improved without a search
	bounds
}

func (s *Solver) level(d int) *level {
	for len(s.levels) <= d {
		s.levels = append(s.levels, &level{})
	}
	return s.levels[d]
}

// reserve makes room for sets of this many words in all, to be taken by alloc.
func (s *Solver) reserve(l *level, words int) bool {
	if l.used+words <= len(l.sets) {
		return true
	}
	n := 2*len(l.sets) + 8*words
	if !s.room(8 * n) {
		return false
	}
	l.sets, l.used = make([]uint64, n), 0
	return true
}

// alloc returns room for a set; it stays valid until used is reset.
func (l *level) alloc(w int) []uint64 {
	l.used += w
	return l.sets[l.used-w : l.used : l.used]
}

// search returns bounds on the value of the block at depth d, which is at least lo. Unless the
// search was stopped they are equal, or the upper one is at most want: then the position is useless
// to the caller (the windows of Ballard's *-minimax, 1983, Star1, on a sum).
func (s *Solver) search(d, want, lo int) bounds {
	l := s.level(d)
	b := &l.block
	if s.stopped {
		return bounds{1, b.n}
	}
	if len(b.cols) == 0 || b.n == 1 {
		return bounds{1, 1}
	}
	s.tick()
	l.options, l.leaves, l.used = l.options[:0], l.leaves[:0], 0
	cover := b.cliques()
	if cover <= want || cover == 1 || s.stopped {
		return bounds{1, cover}
	}
	for i := range b.cols {
		if c := &b.cols[i]; c.deaths == 0 && !s.cfg.NoClosure {
			o := option{col: i}
			s.expand(d, &o)
			return s.sum(d, &o, want)
		}
		if s.toil(int(b.cols[i].hi-b.cols[i].lo) * b.w) {
			return bounds{1, cover}
		}
		l.options = append(l.options, option{col: i, hi: b.promise(&b.cols[i])})
	}
	return s.choose(d, want, cover, lo)
}

// choose maximises over the options, always trying the one with the best bound. When a search is
// continued, lo lets it skip options that can only equal the best.
func (s *Solver) choose(d, want, cover, lo int) bounds {
	l := s.level(d)
	best := max(1, lo)
	for {
		cur := max(want, best)
		if s.cfg.NoWindows {
			cur = 0
		}
		o := l.pick(cur, s.cfg.NoOrder)
		if o == nil || s.stopped {
			break
		}
		if !o.expanded {
			s.expand(d, o)
			continue
		}
		r := s.sum(d, o, cur)
		o.hi, o.searched = r.hi, true
		best = max(best, r.lo)
	}
	hi := best
	for i := range l.options {
		hi = max(hi, l.options[i].hi)
	}
	return bounds{best, max(best, min(hi, cover))}
}

// pick returns the most promising option that may exceed cur, or nil.
func (l *level) pick(cur int, first bool) *option {
	var best *option
	for i := range l.options {
		o := &l.options[i]
		if o.searched || o.hi <= cur || best != nil && o.hi <= best.hi {
			continue
		}
		best = o
		if first {
			break
		}
	}
	return best
}

// promise returns an upper bound on the value of an action.
func (b *block) promise(c *column) int {
	hi := 0
	for i := c.lo; i < c.hi; i++ {
		hi += b.bound(b.mask(&b.groups[i]))
	}
	return hi
}

// cliques returns the size of the cover.
func (b *block) cliques() int {
	over := (64 - b.n%64) % 64 // bits above the last row are marked as well
	return count(b.tops) - over
}

// expand lists the leaves of an option.
func (s *Solver) expand(d int, o *option) {
	l := s.level(d)
	b := &l.block
	o.lo, o.expanded, o.known = len(l.leaves), true, 0
	for _, g := range b.of(&b.cols[o.col]) {
		s.close(d, o, b.mask(&g), int(g.n))
	}
	o.to = len(l.leaves)
	o.hi = o.known
	for i := range l.leaves[o.lo:o.to] {
		o.hi += l.leaves[o.lo+i].hi
	}
}

// close performs the actions that are safe in all of set, n rows, and lists the remaining leaves.
// It leaves small sets to the small search: a clique never splits, so closing them would not
// improve their bound. Small parts of a large block are closed when they are blocks themselves,
// because every set takes the room of its block.
func (s *Solver) close(d int, o *option, set []uint64, n int) {
	l := s.level(d)
	b := &l.block
	if n <= 64 || s.cfg.NoClosure || b.n > broadRows && n*4 < b.n {
		s.list(d, o, set, n)
		return
	}
	for i := range b.cols {
		c := &b.cols[i]
		if b.n > broadRows && s.toil(b.w) {
			break
		}
		if !disjoint(set, b.fatal(c)) || b.within(set, c) {
			continue
		}
		if !s.reserve(l, int(c.hi-c.lo)*b.w) {
			break
		}
		s.closeParts(d, o, set, c)
		return
	}
	s.list(d, o, set, n)
}

// closeParts closes the parts into which an action splits a set.
func (s *Solver) closeParts(d int, o *option, set []uint64, c *column) {
	l := s.level(d)
	b := &l.block
	var parts [Fatal]piled
	k := 0
	for _, g := range b.of(c) {
		part := l.alloc(b.w)
		n := and(part, set, b.mask(&g))
		if n == 0 {
			l.used -= b.w
			continue
		}
		parts[k] = piled{part, n}
		k++
	}
	for _, p := range parts[:k] {
		s.close(d, o, p.set, p.n)
	}
}

// piled is a set of n rows.
type piled struct {
	set []uint64
	n   int
}

// list adds a leaf to an option.
func (s *Solver) list(d int, o *option, set []uint64, n int) {
	if n == 1 {
		o.known++
		return
	}
	l := s.level(d)
	b := &l.block
	s.toil(b.w)
	hi := b.bound(set)
	if hi == 1 {
		o.known++
		return
	}
	lf := leaf{set: set, n: n, bounds: bounds{1, hi}}
	if n >= tableMin && !s.cfg.NoTable {
		lf.key = s.leafKey(d, set)
		if r, ok := s.table.get(lf.key, n); ok {
			lf.tighten(r)
		}
	}
	if lf.lo == lf.hi {
		o.known += lf.lo
		return
	}
	l.leaves = append(l.leaves, lf)
}

func (x *bounds) tighten(r bounds) {
	x.lo = max(x.lo, r.lo)
	x.hi = min(x.hi, r.hi)
}

// leafKey identifies a leaf by all its known readings: the actions that read the same in all its
// rows.
func (s *Solver) leafKey(d int, set []uint64) hash {
	l := s.level(d)
	b := &l.block
	l.key = append(l.key[:0], b.key...)
	s.toil(len(b.cols) * min(b.w, span))
	s.addKnown(b, set, l.key)
	return least(l.key)
}

// addKnown adds to a key the readings that are the same in all rows of a set.
func (s *Solver) addKnown(b *block, set []uint64, key []hash) {
	row := b.row(firstBit(set))
	for i := range b.cols {
		c := &b.cols[i]
		k := uint8(c.of(row))
		if k == Fatal {
			continue
		}
		g := c.lo
		for b.groups[g].seen != k {
			g++
		}
		if subset(set, b.mask(&b.groups[g])) {
			s.zobrist.add(key, c.act, k)
		}
	}
}

// sum adds up the leaves of an option, and gives up as soon as the sum
// cannot exceed want.
func (s *Solver) sum(d int, o *option, want int) bounds {
	l := s.level(d)
	total := bounds{o.known, o.known}
	for i := range l.leaves[o.lo:o.to] {
		total.lo += l.leaves[o.lo+i].lo
		total.hi += l.leaves[o.lo+i].hi
	}
	if !s.cfg.NoPeek {
		for i := range l.leaves[o.lo:o.to] {
			if total.hi <= want || s.stopped {
				return total
			}
			lf := &l.leaves[o.lo+i]
			total.lo -= lf.lo
			total.hi -= s.inspect(l, lf)
			total.lo += lf.lo
		}
	}
	for total.hi > want || s.cfg.NoWindows {
		lf := l.next(o)
		if lf == nil {
			break
		}
		need := want - (total.hi - lf.hi)
		if s.cfg.NoWindows {
			need = 0
		}
		old := lf.bounds
		lf.tighten(s.leaf(d, lf, need))
		total.lo += lf.lo - old.lo
		total.hi += lf.hi - old.hi
		if s.stopped {
			break
		}
	}
	return total
}

// next returns the leaf to search: the one with the widest bounds for its size, so that
// cheap leaves may save expensive ones; nil if all are settled.
func (l *level) next(o *option) *leaf {
	var best *leaf
	for i := range l.leaves[o.lo:o.to] {
		lf := &l.leaves[o.lo+i]
		if w := lf.hi - lf.lo; w > 0 && (best == nil || w*best.n > (best.hi-best.lo)*lf.n) {
			best = lf
		}
	}
	return best
}

// leaf returns bounds on the value of a leaf, see search.
func (s *Solver) leaf(d int, lf *leaf, want int) bounds {
	l := s.level(d)
	r := lf.bounds
	stored := lf.n >= tableMin && !s.cfg.NoTable
	if stored {
		if t, ok := s.table.get(lf.key, lf.n); ok {
			r.tighten(t)
		}
	}
	if r.lo == r.hi || r.hi <= want || s.stopped {
		return r
	}
	if s.fitsSmall(&l.block, lf.n) {
		r.tighten(s.small.position(s, &l.block, lf.set, want))
	} else {
		child := &s.level(d + 1).block
		s.leafKey(d, lf.set)
		child.key = append(child.key[:0], l.key...)
		s.descend(d, lf.set, lf.n)
		r.tighten(s.position(d+1, want, r.lo))
	}
	if stored {
		s.table.put(lf.key, lf.n, r)
	}
	return r
}

// descend makes n rows of the block at depth d the block at the next depth.
func (s *Solver) descend(d int, set []uint64, n int) {
	b, child := &s.level(d).block, &s.level(d+1).block
	if !s.renew(&child.rows, n*b.r) || cap(s.cover.order) < b.n && !s.room(10*b.n) {
		child.n = n
		return
	}
	child.gather(b, set, n, &s.cover)
	s.reduce(child)
}

// position returns bounds on the value of the block at depth d, see search, from the table if its
// bounds suffice.
func (s *Solver) position(d, want, lo int) bounds {
	b := &s.level(d).block
	r := bounds{lo, b.n}
	if s.stopped {
		return r
	}
	key, named := s.canonical(b)
	if named {
		r.tighten(s.table.known(key, b.n))
		if r.lo == r.hi || r.hi <= want {
			return r
		}
	}
	if b.n <= wideRows && len(b.cols) <= smallCols && !s.cfg.NoWide {
		r.tighten(s.wide.position(s, b, want, r.lo))
	} else {
		r.tighten(s.search(d, want, r.lo))
	}
	if named {
		s.table.put(key, b.n, r)
	}
	return r
}

// inspect improves the bound of a leaf, once, and returns by how much.
func (s *Solver) inspect(l *level, lf *leaf) int {
	if lf.peeked || lf.lo == lf.hi {
		return 0
	}
	lf.peeked = true
	old := lf.hi
	b := &l.block
	if s.cover.worth(b, lf.n) && lf.n > 4 {
		lf.hi = s.cover.merge(b, lf.set, lf.n, lf.hi)
	}
	if lf.n > 64 {
		lf.hi = b.peek(lf.set, lf.hi, &s.pace)
	}
	return old - lf.hi
}

// peek bounds the value of a set of rows by the best that its actions can promise,
// without making it a block. It gives up when it cannot improve on hi.
func (b *block) peek(set []uint64, hi int, pace *pace) int {
	best := 1
	for i := range b.cols {
		c := &b.cols[i]
		if pace.toil(int(c.hi-c.lo) * b.w) {
			return hi
		}
		promise, parts := 0, 0
		for g := c.lo; g < c.hi; g++ {
			if k := segmentsAnd(set, b.mask(&b.groups[g]), b.tops); k > 0 {
				promise += k
				parts++
			}
		}
		if parts < 2 || promise <= best {
			continue
		}
		if best = promise; best >= hi {
			return hi
		}
	}
	return best
}

// fitsSmall reports whether n rows of b can be left to the small search.
func (s *Solver) fitsSmall(b *block, n int) bool {
	return n <= 64 && !s.cfg.NoSmall && b.r <= smallWords && len(b.cols) <= smallCols && len(b.groups) <= smallGroups
}
