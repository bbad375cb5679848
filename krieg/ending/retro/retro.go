// SPDX-License-Identifier: BSD-3-Clause

// Package retro builds the tables of package ending by retrograde analysis on beliefs.
//
// Level n contains, for every placement of the player's men, the maximal sets of squares of the
// bare king from which the win is certain in at most n moves. A try splits a set. Where it is
// refused the set stays and another try follows in the same turn. Where it is made, the directions
// of check separate parts; each part spreads by the king's moves and must lie in a set of level n-1
// for the new placement, and no reply may capture a man. So the sets of level n are combined from
// those of level n-1, one for each direction, and from sets of level n of the same placement for
// the refused part.
//
// Of the sets of a placement only the largest are kept from level to level, as many as the beam is
// wide: sets found are won, other sets may be won too, and lengths are upper bounds.
package retro

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
)

// maxRefusals limits the refused tries within a turn of a plan.
const maxRefusals = 4

// maxMoves limits the levels; a claim's length must fit a byte.
const maxMoves = 200

// Config selects what to build. The zero value of Beam means 64.
type Config struct {
	Material ending.Material
	// Beam is the number of sets of a placement that are kept from level to level.
	Beam int
	// Moves, if not zero, ends the analysis at wins of that many moves.
	Moves int
	// Largest keeps, of all claims about a placement, only the one about its largest set, and those that
	// wins refer to. Such a table takes a tenth of the space; small sets that it leaves out are won too.
	Largest bool
	// Into are finished tables into which a pawn can promote.
	Into []*ending.Table
	// Level, if not nil, is called after each level with the number of claims it added.
	Level func(moves, claims int)
}

// Build returns the table of an ending. It needs the tables of Into for an ending with a pawn.
func Build(c Config) (*ending.Table, error) {
	if c.Beam == 0 {
		c.Beam = 64
	}
	if c.Beam < 1 || c.Moves < 0 || c.Moves > maxMoves {
		return nil, fmt.Errorf("a beam of %d sets, %d moves; want 1 or more, and at most %d", c.Beam, c.Moves, maxMoves)
	}
	if slices.Contains(c.Material.Kinds(), chess.Pawn) && len(c.Into) == 0 {
		return nil, errors.New("a pawn must promote into finished tables; build KQK and KRK first")
	}
	b := newBuilder(c)
	for n := 1; n <= cmp.Or(c.Moves, maxMoves) && b.level(n); n++ {
		if c.Level != nil {
			c.Level(n, b.added)
		}
	}
	claims := make([][]ending.Claim, len(b.nodes))
	for i := range b.nodes {
		claims[i] = b.nodes[i].claims
	}
	return b.prune(ending.NewTable(c.Material, c.Beam, claims)), nil
}

// builder holds the levels built so far.
type builder struct {
	Config

	nodes []node
	added int // claims of this level
	work  worker

	longest int // longest claim of the tables a pawn promotes into
}

// node is a canonical placement of the player's men.
type node struct {
	universe uint64 // where the bare king can be
	edges    []edge
	sets     []uint64 // the maximal sets of the level before
	next     []uint64 // those of this level, if it changed them
	claims   []ending.Claim
	changed  bool // by the level before
	leaves   bool // an edge goes to another table
}

func newBuilder(c Config) *builder {
	b := &builder{Config: c}
	for _, t := range c.Into {
		b.longest = max(b.longest, t.Longest())
	}
	places := c.Material.Places()
	number := make(map[ending.Place]int, len(places))
	for i, p := range places {
		number[p] = i
	}
	b.nodes = make([]node, len(places))
	for i, p := range places {
		b.nodes[i] = node{universe: c.Material.Universe(p), changed: true, edges: b.edgesOf(p, number)}
		b.nodes[i].leaves = slices.ContainsFunc(b.nodes[i].edges, func(e edge) bool { return e.table != nil })
	}
	return b
}

// level builds level n from level n-1 and reports whether to continue.
func (b *builder) level(n int) bool {
	b.added = 0
	for i := range b.nodes {
		d := &b.nodes[i]
		d.next = nil
		if b.due(d, n) {
			b.expand(d, n)
		}
	}
	again := b.added > 0
	for i := range b.nodes {
		d := &b.nodes[i]
		d.changed = d.next != nil
		if d.changed {
			d.sets = d.next
		}
		again = again || d.leaves && n <= b.longest
	}
	return again
}

// due reports whether level n may add to a placement: not all sets are won there already, and the
// level before changed a placement it leads to.
func (b *builder) due(d *node, n int) bool {
	if len(d.sets) == 1 && d.sets[0] == d.universe {
		return false
	}
	if n == 1 || d.leaves {
		return true
	}
	return slices.ContainsFunc(d.edges, func(e edge) bool { return b.nodes[e.to].changed })
}
