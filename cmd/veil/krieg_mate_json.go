// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"slices"
	"strconv"
	"strings"

	docs "github.com/veilplan/veil/analysis"
	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/mate"
	"github.com/veilplan/veil/search/andor"
)

func mateWord(v andor.Verdict) string {
	switch v {
	case andor.Proved:
		return mate.Forced
	case andor.Disproved:
		return mate.NotForced
	default:
		return "unknown"
	}
}

func (m *mateAnswer) document() any {
	doc := docs.KriegMate{
		Schema: "krieg.mate/1", Rules: m.Rules.String(), Me: m.Me.String(), Verdict: mateWord(m.Verdict), Moves: (m.Plies + 1) / 2,
		Plies: m.Plies, Boards: m.Boards(), Method: m.flags.method, Nodes: m.Stats.Nodes, States: m.Stats.States,
	}
	switch m.Verdict {
	case andor.Proved:
		doc.Moves, doc.ProvedBy = m.Moves(), "plan"
	case andor.Disproved:
		doc.ProvedBy = map[string]string{"proved": "refutation"}[m.quality()]
		if doc.ProvedBy == "" {
			doc.ProvedBy = "exhaustive search"
		}
	default:
		doc.Cut = reasonOf(m.Cut)
	}
	for i := range m.Cases {
		doc.Cases = append(doc.Cases, m.caseJSON(&m.Cases[i]))
	}
	return doc
}

func (m *mateAnswer) caseJSON(c *mate.Case) docs.KriegCase {
	out := docs.KriegCase{
		Announced: c.Announced.Describe(m.Rules), Boards: len(c.States), Verdict: mateWord(c.Verdict), Plies: c.Plies,
		AllKeys: c.All, Plan: c.Plan, Refutation: c.Refutation,
	}
	for _, k := range c.Keys {
		out.Keys = append(out.Keys, k.String())
	}
	if c.Near != nil {
		covered := len(c.Near.Of)
		out.Winnable, out.Covered = &c.Near.Winnable, &covered
	}
	return out
}

func (m *mateAnswer) rows() [][]string {
	rows := [][]string{{"announced", "boards", "verdict", "plies", "keys"}}
	for i := range m.Cases {
		c := m.caseJSON(&m.Cases[i])
		rows = append(rows, []string{c.Announced, strconv.Itoa(c.Boards), c.Verdict, strconv.Itoa(c.Plies), strings.Join(c.Keys, " ")})
	}
	return rows
}

// describe says in a few words what is not known, if it can be.
func describe(b *krieg.Belief) string {
	if n := b.Len(); n < 2 || n > 10_000 {
		return ""
	}
	them := b.Me().Other()
	fixed := b.Board(0)
	men := fixed.Men(them)
	for p := range b.Boards() {
		men &= p.Men(them)
		for s := range krieg.Square(64) {
			if p.KindAt(s) != fixed.KindAt(s) {
				men &^= s.Bit()
			}
		}
	}
	var squares, kinds []string
	for p := range b.Boards() {
		s, n := krieg.Square(0), 0
		for at := range krieg.Square(64) {
			if p.Men(them)&^men&at.Bit() != 0 {
				s = at
				n++
			}
		}
		if n != 1 {
			return ""
		}
		squares, kinds = addNew(squares, s.String()), addNew(kinds, string(rune(p.KindAt(s).Letter())))
	}
	switch {
	case len(squares) == 1:
		return " (the man on " + squares[0] + " is " + mate.OrList(kinds) + ")"
	case len(kinds) == 1 && len(squares) <= 12:
		return " (" + map[string]string{"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}[kinds[0]] +
			" on " + mate.OrList(squares) + ")"
	default:
		return ""
	}
}

func addNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
