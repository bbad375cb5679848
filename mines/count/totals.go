// SPDX-License-Identifier: BSD-3-Clause

package count

// totals holds the mine counts that each component can have if the whole board is to have its mine
// count.
type totals struct {
	known   bool // the mine count is known and no component was too hard
	loose   bool // every combination fits: the mine count excludes nothing
	lo, hi  int  // mines among the cells off the numbers
	words   int
	before  []uint64 // sets of sums of the components before each
	after   []uint64 // sets of sums that the components from each on can complete
	allowed []uint64 // per component
	start   []int32  // where a component's allowed set begins
	binding []bool
}

// of returns the allowed totals of component i, and whether they are fewer than its own numbers
// allow.
func (t *totals) of(i int) (allowed []uint64, binding bool) {
	if !t.known || t.loose || !t.binding[i] {
		return nil, false
	}
	return t.allowed[t.start[i]:t.start[i+1]], true
}

// offMines returns the range of mines that the cells off the numbers can have.
func (t *totals) offMines() (lo, hi int, known bool) { return t.lo, t.hi, t.known }

// set computes the totals and reports whether any combination fits.
func (t *totals) set(d *diagrams, off offCells, limit Limit) (bool, error) {
	if off.mines < 0 {
		return false, nil
	}
	least, most := 0, 0
	for i := range d.components {
		least += int(d.components[i].lo)
		most += int(d.components[i].hi)
	}
	t.lo, t.hi = off.mines-most, off.mines-least
	t.loose = t.lo >= 0 && t.hi <= off.cells
	if t.loose {
		return true, nil
	}
	err := t.sums(d, off, limit)
	return t.after[0]&1 == 1, err
}

// sums fills in the sets of sums. They are exact: a component's counts may have gaps.
func (t *totals) sums(d *diagrams, off offCells, limit Limit) error {
	n := len(d.components)
	t.words = off.mines/64 + 1
	t.before = resized(t.before, (n+1)*t.words)
	t.after = resized(t.after, (n+1)*t.words)
	t.before[0] = 1
	pace := &toll{limit: limit}
	for i := 0; i < n && pace.pay(8*t.words); i++ {
		t.addCounts(d, i)
	}
	last := t.at(t.after, n)
	for x := max(0, off.mines-off.cells); x <= off.mines; x++ {
		last[x/64] |= 1 << (x % 64)
	}
	for i := n - 1; i >= 0 && pace.pay(8*t.words); i-- {
		t.subtractCounts(d, i)
	}
	t.allow(pace, d)
	t.rest(off, t.at(t.before, n), last)
	return pace.err
}

func (t *totals) at(sets []uint64, i int) []uint64 { return sets[i*t.words : (i+1)*t.words] }

func (t *totals) addCounts(d *diagrams, i int) {
	c := &d.components[i]
	set := d.set(c, d.root(c))
	for j := int(c.lo); j <= int(c.hi); j++ {
		if hasMember(set, j) {
			orShifted(t.at(t.before, i+1), t.at(t.before, i), j)
		}
	}
}

func (t *totals) subtractCounts(d *diagrams, i int) {
	c := &d.components[i]
	set := d.set(c, d.root(c))
	for j := int(c.lo); j <= int(c.hi); j++ {
		if hasMember(set, j) {
			orLowered(t.at(t.after, i), t.at(t.after, i+1), j)
		}
	}
}

// allow keeps those of each component's counts that the others can complete.
func (t *totals) allow(pace *toll, d *diagrams) {
	n := len(d.components)
	t.start = resized(t.start, n+1)
	t.binding = resized(t.binding, n)
	t.allowed = t.allowed[:0]
	for i := range n {
		c := &d.components[i]
		t.start[i] = int32(len(t.allowed))
		t.allowed = append(t.allowed, d.set(c, d.root(c))...)
		allowed := t.allowed[t.start[i]:]
		if !pace.pay(8 * t.words) {
			continue
		}
		for j := int(c.lo); j <= int(c.hi); j++ {
			if hasMember(allowed, j) && !meetsShifted(t.at(t.before, i), t.at(t.after, i+1), j) {
				allowed[j/64] &^= 1 << (j % 64)
				t.binding[i] = true
			}
		}
	}
	t.start[n] = int32(len(t.allowed))
}

// rest computes how many mines can be left to the cells off the numbers.
func (t *totals) rest(off offCells, sums, fitting []uint64) {
	t.lo, t.hi = off.mines+1, -1
	for x := 0; x <= off.mines; x++ {
		if hasMember(sums, x) && hasMember(fitting, x) {
			t.lo, t.hi = min(t.lo, off.mines-x), max(t.hi, off.mines-x)
		}
	}
}
