// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/ending/check"
)

// The verdicts about an ending.
const (
	EndingWon     = "won"
	EndingNoWin   = "no sure win"
	EndingUnknown = "unknown"
)

// Ending returns whether the win against a bare king is certain, by the tables of a book. Every
// error is an *api.Problem.
func Ending(book *ending.Book, b *krieg.Belief) (*api.KriegEnding, error) {
	e, err := newEndgame(book, b)
	if err != nil {
		return nil, err
	}
	doc := &api.KriegEnding{
		Schema: "krieg.ending/1", Rules: b.Rules().String(), Me: b.Me().String(), Ending: string(e.material),
		Own: e.men.Placement(), Kings: squareNames(e.kings), Verdict: EndingUnknown,
	}
	claim, ok := book.Next(e.me, &e.men, e.kings)
	part := e.kings
	switch {
	case ok:
		doc.Verdict = EndingWon
	case e.hopeless():
		doc.Verdict = EndingNoWin
		fallthrough
	default:
		claim, part = book.Part(e.me, &e.men, e.kings)
		doc.Part = squareNames(part)
	}
	if part != 0 {
		doc.Try, doc.Moves, doc.Refusals = claim.Try.String(), int(claim.Moves), int(claim.Refusals)
		doc.Claim = squareNames(claim.Set)
		doc.Cases = e.cases(claim.Try, part)
	}
	return doc, nil
}

// endgame is a position of men against a bare king.
type endgame struct {
	book     *ending.Book
	rules    krieg.Rules
	me       krieg.Color
	material ending.Material
	men      krieg.Position // the player's own, the player to move
	boards   []krieg.Position
	kings    uint64
}

func newEndgame(book *ending.Book, b *krieg.Belief) (*endgame, error) {
	e := &endgame{book: book, rules: b.Rules(), me: b.Me()}
	if b.ToMove() != e.me {
		return nil, api.NewProblem(api.Impossible, "it is not the player's turn", "a table says what to try; ask when it is the player's turn")
	}
	for board := range b.Boards() {
		theirs := board.Men(e.me.Other())
		if theirs&(theirs-1) != 0 {
			return nil, api.NewProblem(api.Impossible, "the opponent may have more than a king", "the tables are about a bare king")
		}
		e.kings |= theirs
		e.boards = append(e.boards, board)
		e.men = board.Without(e.me.Other())
	}
	white := e.white()
	m, _, ok := ending.PlaceOf(&white)
	if !ok || book.Table(m) == nil {
		return nil, noTable(book, m)
	}
	e.material = m
	return e, nil
}

// noTable returns the problem of a missing table, with how to get it if one can be built.
func noTable(book *ending.Book, m ending.Material) *api.Problem {
	p := api.NewProblem(api.Impossible, "no table covers these men", fmt.Sprintf("tables can be built for %v only", ending.Materials()))
	if m != "" {
		file := strings.ToLower(string(m)) + ".bin"
		p.Title = fmt.Sprintf("there is no table of %s here", m)
		p.Detail = fmt.Sprintf("build it with: veil krieg endings build %s -o %s; then give --tables %s", m, file, file)
	}
	for _, t := range book.Tables() {
		p.Supported = append(p.Supported, string(t.Material))
	}
	return p
}

// white returns the men as White's.
func (e *endgame) white() krieg.Position {
	if e.me == krieg.White {
		return e.men
	}
	return ending.UpsideDown(&e.men)
}

func (e *endgame) hopeless() bool {
	kings := e.kings
	if e.me == krieg.Black {
		kings = ending.MirrorRanks.Squares(kings)
	}
	return check.Hopeless(e.rules, e.white(), kings)
}

// cases returns the possible announcements after a try, and what to try next.
func (e *endgame) cases(try krieg.Move, kings uint64) []api.KriegEndingCase {
	next := map[krieg.Percept]uint64{}
	for _, board := range e.boards {
		if board.Men(e.me.Other())&kings == 0 {
			continue
		}
		s := krieg.State{Pos: board}
		heard := e.rules.Answer(&s, krieg.Action(try))
		next[heard] |= e.after(&s, heard)
	}
	after := e.men
	after.Make(try)
	after = after.WithToMove(e.me)
	var list []api.KriegEndingCase
	for _, heard := range slices.SortedFunc(maps.Keys(next), krieg.Percept.Compare) {
		men := after
		if heard.Answer == krieg.No {
			men = e.men
		}
		c := api.KriegEndingCase{Heard: heard.Describe(e.rules), Kings: squareNames(next[heard])}
		if claim, ok := e.book.Next(e.me, &men, next[heard]); ok {
			c.Try, c.Moves = claim.Try.String(), int(claim.Moves)
		}
		list = append(list, c)
	}
	return list
}

// after returns the possible squares of the king when it is the player's turn again.
func (e *endgame) after(s *krieg.State, heard krieg.Percept) uint64 {
	switch {
	case heard.Answer == krieg.No:
		return s.Pos.King(e.me.Other()).Bit()
	case heard.Result != krieg.Running:
		return 0
	}
	var to uint64
	for _, m := range krieg.LegalMoves(&s.Pos) {
		to |= m.To().Bit()
	}
	return to
}

func squareNames(set uint64) []string {
	names := make([]string, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		names = append(names, krieg.Square(bits.TrailingZeros64(set)).String())
	}
	return names
}
