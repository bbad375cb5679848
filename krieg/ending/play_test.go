// SPDX-License-Identifier: BSD-3-Clause

package ending_test

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/minor"
	"github.com/veilplan/veil/krieg/referee"
)

// attacker plays the side with the men: it keeps the squares on which the bare king can
// be, by the rules of the game, and asks the book.
type attacker struct {
	book  *ending.Book
	rules krieg.Rules
	me    krieg.Color
	men   krieg.Position // its own, it to move
	kings uint64
}

// boards returns the boards it thinks possible.
func (a *attacker) boards() []krieg.State {
	var list []krieg.State
	for k := range krieg.Square(64) {
		if a.kings&k.Bit() != 0 {
			s := krieg.State{Pos: a.men}
			s.Pos.Put(k, a.me.Other(), chess.King)
			list = append(list, s)
		}
	}
	return list
}

// spread returns where the king can be after the try was heard as it was, and any reply.
func (a *attacker) spread(try krieg.Move, heard krieg.Percept) uint64 {
	var kings uint64
	for _, s := range a.boards() {
		before := s.Pos.King(a.me.Other())
		if a.rules.Answer(&s, krieg.Action(try)) != heard {
			continue
		}
		if heard.Answer == krieg.No {
			kings |= before.Bit()
			continue
		}
		var l chess.Moves
		s.Pos.Legal(&l)
		for _, m := range l.Slice() {
			kings |= m.To().Bit()
		}
	}
	return kings
}

// hear takes in the answer to a try.
func (a *attacker) hear(try krieg.Move, heard krieg.Percept) {
	a.kings = a.spread(try, heard)
	if heard.Answer == krieg.Yes {
		a.men.Make(try)
		a.men = a.men.WithToMove(a.me)
	}
}

// defender chooses a move of the bare king. It sees the board, and what the attacker
// believes after each.
type defender func(r *rand.Rand, p *krieg.Position, a *attacker) krieg.Move

func randomKing(r *rand.Rand, p *krieg.Position, _ *attacker) krieg.Move {
	var l chess.Moves
	p.Legal(&l)
	return l.Slice()[r.IntN(l.Len())]
}

// fleeingKing takes what it can, and otherwise goes where it has the most moves.
func fleeingKing(r *rand.Rand, p *krieg.Position, _ *attacker) krieg.Move {
	return best(r, p, func(m krieg.Move, after *krieg.Position) int {
		if p.Men(p.ToMove().Other())&m.To().Bit() != 0 {
			return 100
		}
		var l chess.Moves
		q := after.WithToMove(p.ToMove())
		q.Legal(&l)
		center := min(m.To().File(), 7-m.To().File()) + min(m.To().Rank(), 7-m.To().Rank())
		return l.Len() + center
	})
}

// readingKing knows the table and what the attacker believes, and so every try to come:
// it plays the longest game there is.
func readingKing() defender {
	seen := map[plight]int{}
	return func(r *rand.Rand, p *krieg.Position, a *attacker) krieg.Move {
		return best(r, p, func(m krieg.Move, _ *krieg.Position) int {
			if a.men.Occupied()&m.To().Bit() != 0 {
				return 1000
			}
			return lasts(*a, m.To(), seen)
		})
	}
}

// plight is where the king is and what the attacker knows.
type plight struct {
	men         krieg.Position
	kings, king uint64
}

// lasts returns in how many moves the attacker mates a king that plays for time.
func lasts(a attacker, king krieg.Square, seen map[plight]int) int {
	key := plight{a.men, a.kings, king.Bit()}
	if n, ok := seen[key]; ok {
		return n
	}
	c, ok := a.book.Next(a.me, &a.men, a.kings)
	if !ok {
		return 999
	}
	s := krieg.State{Pos: a.men}
	s.Pos.Put(king, a.me.Other(), chess.King)
	o := a.rules.Answer(&s, krieg.Action(c.Try))
	a.hear(c.Try, o)
	var n int
	if o.Answer == krieg.No {
		n = lasts(a, king, seen)
	} else {
		var l chess.Moves
		s.Pos.Legal(&l)
		for _, m := range l.Slice() {
			n = max(n, lasts(a, m.To(), seen))
		}
		n++
	}
	seen[key] = n
	return n
}

func best(r *rand.Rand, p *krieg.Position, worth func(krieg.Move, *krieg.Position) int) krieg.Move {
	var l chess.Moves
	p.Legal(&l)
	var chosen krieg.Move
	most, ties := -1, 0
	for _, m := range l.Slice() {
		after := *p
		after.Make(m)
		w := worth(m, &after)
		if w > most {
			most, ties = w, 0
		}
		if w == most {
			if ties++; r.IntN(ties) == 0 {
				chosen = m
			}
		}
	}
	return chosen
}

// conversion is one game that was played out.
type conversion struct {
	mate  bool
	moves int
	end   krieg.Result
	drawn bool
}

// convert plays a game from a placement with nothing known of the king.
func convert(t *testing.T, book *ending.Book, rules krieg.Rules, start krieg.Position, me krieg.Color, r *rand.Rand, flee defender) conversion {
	t.Helper()
	g := referee.NewGame(rules, start)
	men := start.Without(me.Other())
	a := &attacker{book: book, rules: rules, me: me, men: men, kings: ending.Kings(me, &men)}
	var out conversion
	last := ending.Claim{Moves: 255}
	for !g.Over() {
		c, ok := book.Next(me, &a.men, a.kings)
		if !ok {
			t.Fatalf("no claim for %s with %d squares", a.men.Placement(), bits.OnesCount64(a.kings))
		}
		if !c.Before(last) {
			t.Fatalf("%s: the claim %+v does not come before %+v", a.men.Placement(), c, last)
		}
		last = c
		o := g.Try(krieg.Action(c.Try))
		if o.Answer == krieg.Nonsense {
			t.Fatalf("%s: %v is nonsense", a.men.Placement(), c.Try)
		}
		a.hear(c.Try, o)
		if o.Answer != krieg.Yes {
			continue
		}
		out.moves++
		if !g.Over() {
			s := g.State()
			g.Try(krieg.Action(flee(r, &s.Pos, a)))
			if s = g.State(); !g.Over() && a.kings&s.Pos.King(me.Other()).Bit() == 0 {
				t.Fatal("the king is where it cannot be")
			}
		}
	}
	out.end, out.drawn = g.State().Over, g.DrawnByRepetition()
	out.mate = out.end == krieg.Mate
	return out
}

// TestConversions plays from placements that are sure, as White and as Black, against
// kings of three kinds: every game ends in mate, within what the claim said and so within
// 18 moves (queen), 33 (rook) or 21 (pawn), and none in stalemate. Two bishops, and bishop and
// knight, may take more than the fifty moves that wild16 allows.
func TestConversions(t *testing.T) {
	book, err := minor.Book()
	if err != nil {
		t.Fatal(err)
	}
	games := 1000
	if testing.Short() {
		games = 90
	}
	kings := []struct {
		name string
		flee defender
	}{{"random", randomKing}, {"fleeing", fleeingKing}, {"table-reading", readingKing()}}
	rules := []krieg.Rules{krieg.Berkeley(), krieg.Wild16(), krieg.English()}
	for _, table := range book.Tables() {
		m := table.Material
		places := sure(table)
		longest, repeated, late := [3]int{}, 0, 0
		if os.Getenv("VEIL_FULL") == "" && len(m) > len(ending.KQK) {
			games = 18
		}
		for i := range games {
			r := rand.New(rand.NewPCG(15, uint64(i)))
			king := kings[i%3]
			me := krieg.Color(i / 3 % 2)
			start, claim := startOf(t, book, m, places[r.IntN(len(places))], me, r)
			got := convert(t, book, rules[i/6%3], start, me, r, king.flee)
			switch {
			case got.drawn && rules[i/6%3].Draws == krieg.ChessDraws && claim > 50 && got.moves >= 49:
				late++
			case got.drawn:
				repeated++
			case !got.mate || got.moves > claim:
				t.Errorf("%s, %s king, %s: %+v, want mate in at most %d moves", m, king.name, start.String(), got, claim)
			default:
				longest[i%3] = max(longest[i%3], got.moves)
			}
		}
		if repeated > 0 {
			t.Errorf("%s: %d games drawn by repetition", m, repeated)
		}
		t.Logf("%s: %d games, %d ended by the rule of fifty moves, the others in mate; longest against a random king %d moves, a fleeing one %d, a table-reading one %d",
			m, games, late, longest[0], longest[1], longest[2])
	}
}

// sure returns the placements from which the win is sure with nothing known.
func sure(table *ending.Table) []ending.Place {
	var places []ending.Place
	for p := range table.All() {
		if _, ok := table.Find(p, table.Material.Universe(p)); ok {
			places = append(places, p)
		}
	}
	return places
}

// startOf puts the men of a placement on a board turned over at random, and the king
// somewhere, and returns what the book says of the length.
func startOf(t *testing.T, book *ending.Book, m ending.Material, p ending.Place, me krieg.Color, r *rand.Rand) (krieg.Position, int) {
	t.Helper()
	y := ending.Symmetry(r.IntN(8))
	if m == ending.KPK {
		y = ending.Symmetry(r.IntN(2))
	}
	if me == krieg.Black {
		y ^= ending.MirrorRanks
	}
	var men krieg.Position
	for i, k := range m.Kinds() {
		men.Put(y.Square(p[i]), me, k)
	}
	men = men.WithToMove(me)
	all := ending.Kings(me, &men)
	claim, ok := book.Next(me, &men, all)
	if !ok {
		t.Fatalf("%s is not sure any more", men.Placement())
	}
	for n := r.IntN(bits.OnesCount64(all)); n > 0; n-- {
		all &= all - 1
	}
	men.Put(krieg.Square(bits.TrailingZeros64(all)), me.Other(), chess.King)
	return men, int(claim.Moves)
}
