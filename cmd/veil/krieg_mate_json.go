// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
)

func (m *mateAnswer) Document() any { return deduction.MateDocument(m.Answer, m.flags.method.name) }

func (m *mateAnswer) Rows() [][]string {
	rows := [][]string{{"announced", "boards", "verdict", "plies", "keys"}}
	for _, c := range deduction.MateDocument(m.Answer, m.flags.method.name).Cases {
		rows = append(rows, []string{c.Announced, strconv.Itoa(c.Boards), c.Verdict, strconv.Itoa(c.Plies), strings.Join(c.Keys, " ")})
	}
	return rows
}

// describe summarises the hidden information in a few words, if possible.
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
		return " (the man on " + squares[0] + " is " + deduction.OrList(kinds) + ")"
	case len(kinds) == 1 && len(squares) <= 12:
		return " (" + map[string]string{"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}[kinds[0]] +
			" on " + deduction.OrList(squares) + ")"
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
