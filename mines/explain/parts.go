// SPDX-License-Identifier: BSD-3-Clause

package explain

import "github.com/veilplan/veil/mines"

// parts holds the connected sets of clues of a view with the mine counts each allows. It shows
// quickly whether a cell is certain at all, before a reason is searched.
type parts struct {
	of     []int      // clue -> part
	clues  [][]int    // part -> clues
	counts []countSet // part -> possible mine counts; nil if too hard
	rest   []countSet // part -> possible mine counts of all the other parts, filled on demand
	cells  int        // cells that some clue touches
}

// split returns the parts, computed once. A part that is too hard has nil counts; once the context
// has ended, the remaining clues have no part.
func (q *clues) split() *parts {
	if q.parts != nil {
		return q.parts
	}
	p := &parts{of: make([]int, len(q.list))}
	for i := range p.of {
		p.of[i] = -1
	}
	for _, i := range q.all() {
		if p.of[i] >= 0 {
			continue
		}
		linked := q.component([]int{i})
		for _, j := range linked {
			p.of[j] = len(p.clues)
		}
		got, touched, err := q.totals(linked, assumption{cell: noCell})
		if err != nil {
			got = nil
		}
		if q.err != nil {
			break // the rest will not be used
		}
		p.clues = append(p.clues, linked)
		p.counts = append(p.counts, got)
		p.cells += touched
	}
	p.rest = make([]countSet, len(p.clues)+1)
	q.parts = p
	return p
}

// others returns the possible mine counts of all parts except one, or nil if not known.
func (p *parts) others(q *poll, part int) countSet {
	if p.rest[part] != nil {
		return p.rest[part]
	}
	sum := countSet{1}
	for i, c := range p.counts {
		if i != part && q.work(len(sum)*len(c)*8) == nil {
			sum = sum.plus(c)
		}
	}
	p.rest[part] = sum
	return sum
}

// ground is the kind of reason for a certainty.
type ground uint8

const (
	byNothing ground = iota // it is not certain
	byNumbers
	byCount // the mine count is needed
	tooHard // not decided
)

// judge returns the kind of reason why c is a mine, or safe.
func (q *clues) judge(c mines.Cell, mine bool) ground {
	p := q.split()
	if q.err != nil {
		return tooHard // not all clues have a part
	}
	part, use := len(p.clues), []int(nil)
	if len(q.around[c]) > 0 {
		part = p.of[q.around[c][0]]
		use = p.clues[part]
	}
	opposite, touched, err := q.totals(use, assumption{c, !mine})
	if err != nil {
		return tooHard
	}
	if len(opposite) == 0 {
		return byNumbers
	}
	if !q.hasCount() {
		return byNothing
	}
	others := p.others(&q.poll, part)
	if q.err != nil {
		return tooHard
	}
	if len(others) == 0 {
		return tooHard
	}
	if part < len(p.clues) {
		touched = 0 // c is counted among the cells of its part
	}
	if opposite.plus(others).meets(q.left-(q.hidden-p.cells-touched), q.left) {
		return byNothing
	}
	return byCount
}
