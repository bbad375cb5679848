// SPDX-License-Identifier: BSD-3-Clause

// Package values stores the values of first clicks in a text file: one tab-separated line each,
// appended as they become known. A program that is killed loses at most the click it was solving,
// and continues with the others when it is restarted.
package values

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Key identifies a first click: a board, the rule that protects it, and a cell such as r1c2, which
// represents all cells that a symmetry of the board maps to it.
type Key struct {
	Width, Height, Mines int
	First, Cell          string
}

// Row is the value of a first click: best play wins at least Lo and at most Hi of the layouts that
// the rule allows after it.
type Row struct {
	Key

	Lo, Hi, Layouts uint64
	// Budget is the limit that ended the search if the value is not exact; zero if it was interrupted.
	Budget Budget
	// Nodes and Entries measure the work: positions searched, and positions stored. They depend on
	// the version of the search.
	Nodes, Entries uint64
}

// Exact reports whether the value is one number.
func (r Row) Exact() bool { return r.Lo == r.Hi }

// Budget limits the search for one click; zero means no limit.
type Budget struct{ Seconds, Nodes uint64 }

// Exceeds reports whether a search with b may get further than one that ended with old.
func (b Budget) Exceeds(old Budget) bool {
	more := func(now, before uint64) bool { return before > 0 && (now == 0 || now > before) }
	return more(b.Seconds, old.Seconds) || more(b.Nodes, old.Nodes)
}

// String returns the budget in its written form: 600s, 1000000n, both, or - for none.
func (b Budget) String() string {
	var parts []string
	if b.Seconds > 0 {
		parts = append(parts, strconv.FormatUint(b.Seconds, 10)+"s")
	}
	if b.Nodes > 0 {
		parts = append(parts, strconv.FormatUint(b.Nodes, 10)+"n")
	}
	return cmp.Or(strings.Join(parts, ","), "-")
}

// Columns returns the names of the fields of a row.
func Columns() []string {
	return []string{"width", "height", "mines", "first", "cell", "wins", "layouts", "badge", "budget", "nodes", "entries"}
}

// Fields returns a row in its written form. Bounds are written lo..hi.
func (r Row) Fields() []string {
	wins, badge := strconv.FormatUint(r.Lo, 10), "exact"
	if !r.Exact() {
		wins, badge = wins+".."+strconv.FormatUint(r.Hi, 10), "bounds"
	}
	return []string{
		strconv.Itoa(r.Width), strconv.Itoa(r.Height), strconv.Itoa(r.Mines), r.First, r.Cell,
		wins, strconv.FormatUint(r.Layouts, 10), badge, r.Budget.String(),
		strconv.FormatUint(r.Nodes, 10), strconv.FormatUint(r.Entries, 10),
	}
}

// merge combines two rows of one click: the tighter bounds hold, and the work adds up.
func (r Row) merge(s Row) (Row, error) {
	m := r
	m.Lo, m.Hi = max(r.Lo, s.Lo), min(r.Hi, s.Hi)
	m.Nodes, m.Entries = min(r.Nodes+s.Nodes, 1<<62), max(r.Entries, s.Entries)
	if m.Lo > m.Hi || r.Layouts != s.Layouts {
		return m, fmt.Errorf("%dx%d/%d %s %s has two values: %d..%d of %d, and %d..%d of %d",
			r.Width, r.Height, r.Mines, r.First, r.Cell, r.Lo, r.Hi, r.Layouts, s.Lo, s.Hi, s.Layouts)
	}
	m.Budget = Budget{}
	if !m.Exact() {
		m.Budget = Budget{max(r.Budget.Seconds, s.Budget.Seconds), max(r.Budget.Nodes, s.Budget.Nodes)}
	}
	return m, nil
}

// compare orders rows: by board, rule, mines and cell.
func (k Key) compare(l Key) int {
	row, col, _ := place(k.Cell)
	otherRow, otherCol, _ := place(l.Cell)
	return cmp.Or(cmp.Compare(k.Width, l.Width), cmp.Compare(k.Height, l.Height), cmp.Compare(k.First, l.First),
		cmp.Compare(k.Mines, l.Mines), cmp.Compare(row, otherRow), cmp.Compare(col, otherCol))
}
