// SPDX-License-Identifier: BSD-3-Clause

package retro

import (
	"math/bits"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
)

// pruner keeps, of all claims, those about the sets that no other contains, the shortest about
// single squares, and those that these refer to. Every won set stays won; a set in between may be
// left with the longer claim of a larger one.
type pruner struct {
	*builder

	table *ending.Table
	lists [][]ending.Claim // of the nodes, the earliest claim first
	kept  [][]bool
}

// prune returns the table without the claims that no kept claim refers to.
func (b *builder) prune(t *ending.Table) *ending.Table {
	p := &pruner{builder: b, table: t}
	for _, claims := range t.All() {
		p.lists = append(p.lists, claims)
		p.kept = append(p.kept, make([]bool, len(claims)))
	}
	for i := range b.nodes {
		if b.Largest {
			p.largest(i)
		} else {
			p.roots(i)
		}
	}
	for moves := t.Longest(); moves > 0; moves-- {
		for refusals := maxRefusals; refusals >= 0; refusals-- {
			p.rest(uint8(moves), uint8(refusals))
		}
	}
	kept := make([][]ending.Claim, len(p.lists))
	for i, list := range p.lists {
		for j, c := range list {
			if p.kept[i][j] {
				kept[i] = append(kept[i], c)
			}
		}
	}
	return ending.NewTable(b.Material, b.Beam, kept)
}

// roots keeps the claims that users look up: those with the largest sets, and the shortest win
// against a king on a known square.
func (p *pruner) roots(i int) {
	for _, s := range p.nodes[i].sets {
		p.need(i, s, func(ending.Claim) bool { return true })
	}
	for seen := p.nodes[i].universe; seen != 0; seen &= seen - 1 {
		first := slices.IndexFunc(p.lists[i], func(c ending.Claim) bool { return c.Covers(seen & -seen) })
		if first >= 0 {
			p.kept[i][first] = true
		}
	}
}

// largest keeps the earliest claim about the largest set.
func (p *pruner) largest(i int) {
	best, most := -1, 0
	for j, c := range p.lists[i] {
		if n := bits.OnesCount64(c.Set); n > most {
			best, most = j, n
		}
	}
	if best >= 0 {
		p.kept[i][best] = true
	}
}

// rest keeps the earlier claims that the kept claims of one rank refer to.
func (p *pruner) rest(moves, refusals uint8) {
	for i, list := range p.lists {
		for j, c := range list {
			if p.kept[i][j] && c.Moves == moves && c.Refusals == refusals {
				p.support(i, c)
			}
		}
	}
}

func (p *pruner) support(i int, c ending.Claim) {
	e := p.nodes[i].edge(c.Try)
	if refused := c.Set & e.refused; refused != 0 {
		p.need(i, refused, func(d ending.Claim) bool { return d.Before(c) })
	}
	if e.table != nil {
		return // that table is complete
	}
	for _, heard := range e.heard {
		if from := c.Set & heard; from != 0 {
			reached := e.back.Inverse().Squares(around(from) & e.safe)
			p.need(e.to, reached, func(d ending.Claim) bool { return d.Moves < c.Moves })
		}
	}
}

// need ensures that an early enough claim that covers a set is kept. If it must choose one, it
// keeps the latest: its set is the most useful to others.
func (p *pruner) need(i int, set uint64, early func(ending.Claim) bool) {
	best := -1
	for j, c := range p.lists[i] {
		if !c.Covers(set) || !early(c) {
			continue
		}
		if p.kept[i][j] {
			return
		}
		best = j
	}
	p.kept[i][best] = true
}

// edge returns the edge of a try.
func (d *node) edge(try krieg.Move) *edge {
	for i := range d.edges {
		if d.edges[i].try == try {
			return &d.edges[i]
		}
	}
	return nil
}
