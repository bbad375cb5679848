// SPDX-License-Identifier: BSD-3-Clause

package ending

import (
	"maps"
	"math/bits"
	"slices"
	"sync"

	"github.com/veilplan/veil/krieg"
)

// Book is a set of tables. It is safe for concurrent use.
type Book struct {
	tables map[Material]*Table
	more   *shelf // nil if there is nothing to load
}

// shelf contains tables that are loaded when one of their endings is first asked for.
type shelf struct {
	of   []Material
	load func() []*Table

	mu     sync.Mutex
	loaded *Book
}

// NewBook returns a book of tables.
func NewBook(tables ...*Table) *Book {
	b := &Book{tables: map[Material]*Table{}}
	for _, t := range tables {
		b.tables[t.Material] = t
	}
	return b
}

// OnDemand returns a book that has more tables, of some endings. It calls load when it is first asked for
// one of them, and again the next time if that returns nil.
func (b *Book) OnDemand(load func() []*Table, of ...Material) *Book {
	return &Book{tables: b.tables, more: &shelf{of: of, load: load}}
}

// Over returns the book with some tables, which replace those of the same endings.
func (b *Book) Over(tables ...*Table) *Book {
	over := &Book{tables: maps.Clone(b.tables), more: b.more}
	for _, t := range tables {
		over.tables[t.Material] = t
	}
	return over
}

// Table returns the table of an ending, nil if the book has none.
func (b *Book) Table(m Material) *Table {
	if t := b.tables[m]; t != nil || b.more == nil || !slices.Contains(b.more.of, m) {
		return t
	}
	return b.more.table(m)
}

func (s *shelf) table(m Material) *Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded == nil {
		list := s.load()
		if list == nil {
			return nil
		}
		s.loaded = NewBook(list...)
	}
	return s.loaded.tables[m]
}

// Tables returns the tables in the order of [Materials].
func (b *Book) Tables() []*Table {
	var tables []*Table
	for _, m := range Materials() {
		if t := b.Table(m); t != nil {
			tables = append(tables, t)
		}
	}
	return tables
}

// Next returns the claim with the fewest moves for a player whose men are those of side me in men,
// against a bare king on one of the squares kings, with the player to move; its try is seen from
// the player's side. It reports false if no claim covers all the squares: then the book knows no
// certain win, though there may be one.
//
// After a refusal, leave out the squares on which the try would have been legal and call it again;
// after a reply, call it with the squares that the king may have gone to. Every claim then comes
// before the last one, see [Claim.Before].
func (b *Book) Next(me krieg.Color, men *krieg.Position, kings uint64) (Claim, bool) {
	t, p, y := b.find(me, men)
	if t == nil || kings == 0 {
		return Claim{}, false
	}
	c, ok := t.Find(p, y.Squares(kings))
	return c.turned(y), ok
}

// Try is [Book.Next] for the side to move of own, a board with only that side's men.
func (b *Book) Try(own krieg.Position, kings uint64) (krieg.Action, bool) {
	c, ok := b.Next(own.ToMove(), &own, kings)
	return krieg.Action(c.Try), ok
}

// Part is [Book.Next] for a set that no claim covers: it returns a claim that covers the
// largest part of kings, and that part. If the king is in it, the claim wins.
func (b *Book) Part(me krieg.Color, men *krieg.Position, kings uint64) (Claim, uint64) {
	t, p, y := b.find(me, men)
	if t == nil {
		return Claim{}, 0
	}
	c := t.Largest(p, y.Squares(kings)).turned(y)
	return c, c.Set & kings
}

// find returns the table of a player's men, their placement in it, and the symmetry that maps the
// board to it: a table is about White's men.
func (b *Book) find(me krieg.Color, men *krieg.Position) (*Table, Place, Symmetry) {
	white, y := *men, Same
	if me == krieg.Black {
		white, y = UpsideDown(men), MirrorRanks
	}
	m, p, ok := PlaceOf(&white)
	if !ok {
		return nil, p, y
	}
	return b.Table(m), p, y
}

// UpsideDown returns Black's men as White's, with the ranks mirrored.
func UpsideDown(men *krieg.Position) krieg.Position {
	var p krieg.Position
	for left := men.Men(krieg.Black); left != 0; left &= left - 1 {
		s := lowest(left)
		p.Put(MirrorRanks.Square(s), krieg.White, men.KindAt(s))
	}
	return p
}

// turned returns the claim on the board transformed by y.
func (c Claim) turned(y Symmetry) Claim {
	if c != (Claim{}) {
		c.Set, c.Try = y.Squares(c.Set), y.Move(c.Try)
	}
	return c
}

// Kings returns the squares on which a bare king may be when it is the turn of side me: those that
// its men neither occupy nor attack. men contains no man of the other side.
func Kings(me krieg.Color, men *krieg.Position) uint64 {
	attacked := men.Attacked(me)
	return ^(men.Men(me) | attacked.Any())
}

func lowest(b uint64) krieg.Square { return krieg.Square(bits.TrailingZeros64(b)) }
