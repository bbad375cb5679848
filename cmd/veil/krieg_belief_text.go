// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strconv"
	"strings"

	docs "github.com/veilplan/veil/analysis"
	"github.com/veilplan/veil/answer"
	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/mate"
)

func (b *beliefAnswer) text(p *page) {
	switch {
	case b.flags.events:
		b.eventsText(p)
	case b.flags.list || b.flags.sample > 0:
		b.listText(p)
	default:
		b.pictureText(p)
	}
}

func kindWord(letter byte) string {
	return map[byte]string{'k': "king", 'q': "queen", 'r': "rook", 'b': "bishop", 'n': "knight", 'p': "pawn"}[letter]
}

func (b *beliefAnswer) pictureText(p *page) {
	belief := b.situation.Belief
	what := "men"
	if b.flags.piece != "" {
		var words []string
		for _, k := range b.kinds() {
			words = append(words, kindWord(k))
		}
		what = mate.OrList(words)
	}
	p.line("%v %s · %s · %.2f bits", belief.Me().Other(), what, positions(belief.Len()), b.bits())
	heat := b.heat(b.kinds()...)
	p.line("      a    b    c    d    e    f    g    h")
	for rank := 7; rank >= 0; rank-- {
		cells := []string{fmt.Sprintf(" %d ", rank+1)}
		for file := range 8 {
			cells = append(cells, b.cell(p, krieg.Square(8*rank+file), &heat))
		}
		p.line("%s", strings.TrimRight(strings.Join(cells, ""), " "))
	}
	if b.situation.Weights == nil {
		p.advise("Every position counts the same: that is an assumption. Which are possible is not.")
	}
}

// cell draws one square: my man, a hidden man who is certain, a percentage, or nothing.
func (b *beliefAnswer) cell(p *page, s krieg.Square, heat *[64]float64) string {
	belief := b.situation.Belief
	own := belief.Own()
	if own.Men(belief.Me())&s.Bit() != 0 {
		return p.dim(fmt.Sprintf("%4s ", string(letterOf(own.KindAt(s).Letter(), belief.Me()))))
	}
	if letter, ok := b.certain(s); ok {
		return p.best(fmt.Sprintf("%4s ", string(letterOf(letter, belief.Me().Other()))))
	}
	if heat[s] == 0 {
		return p.dim("   . ")
	}
	return fmt.Sprintf("%5s", shareText(heat[s]))
}

// certain returns the man who stands on a square on every board.
func (b *beliefAnswer) certain(s krieg.Square) (byte, bool) {
	for k := range kindLetters {
		if b.tallied().count[k][s] == b.situation.Belief.Len() {
			return kindLetters[k], true
		}
	}
	return 0, false
}

// letterOf writes a man as in a FEN.
func letterOf(letter byte, c krieg.Color) byte {
	if c == krieg.White {
		return letter - 'a' + 'A'
	}
	return letter
}

// shareText prints a share in percent, never as certain or impossible if it is neither.
func shareText(x float64) string {
	switch text := strconv.FormatFloat(100*x, 'f', 1, 64); {
	case text == "100.0" && x < 1:
		return ">99.9"
	case text == "0.0" && x > 0:
		return "<0.1"
	case text == "100.0":
		return "100"
	default:
		return text
	}
}

func (b *beliefAnswer) listText(p *page) {
	list := b.listed()
	switch {
	case b.streamed:
		p.line("%d boards of a belief too large to hold; random, not uniform", len(list))
	case b.flags.sample > 0:
		p.line("%d of %s, drawn uniformly with seed %d", len(list), positions(b.situation.Belief.Len()), b.flags.seed)
	default:
		p.line("%s", positions(len(list)))
	}
	for i := range list {
		p.line("  %s", list[i].String())
	}
}

// eventsText follows the number of boards through the history.
func (b *beliefAnswer) eventsText(p *page) {
	h := b.situation.History
	if h == nil {
		p.line("%s, typed in: nothing was heard", positions(b.situation.Belief.Len()))
		return
	}
	for _, step := range b.steps() {
		p.line("%12s   %s", answer.Grouped(int64(step.Positions)), step.Event)
	}
}

func (b *beliefAnswer) steps() []docs.KriegStep {
	h := b.situation.History
	if h == nil || !b.flags.events {
		return nil
	}
	belief, err := krieg.NewBelief(h.Rules, h.Me, []krieg.Position{h.Start})
	var steps []docs.KriegStep
	for i := 0; i < len(h.Events) && err == nil; i++ {
		if belief, err = belief.Hear(h.Events[i]); err == nil {
			steps = append(steps, docs.KriegStep{Event: h.Line(h.Events[i]), Positions: belief.Len()})
		}
	}
	return steps
}

func (b *beliefAnswer) rows() [][]string {
	if b.flags.list || b.flags.sample > 0 {
		rows := [][]string{{"board"}}
		for _, p := range b.listed() {
			rows = append(rows, []string{p.String()})
		}
		return rows
	}
	rows := [][]string{{"square", "kind", "share"}}
	for _, k := range b.kinds() {
		for s, share := range b.heat(k) {
			if share > 0 {
				rows = append(rows, []string{krieg.Square(s).String(), string(k), strconv.FormatFloat(share, 'g', 6, 64)})
			}
		}
	}
	return rows
}

func (b *beliefAnswer) document() any {
	doc := docs.KriegBelief{Schema: "krieg.belief/1", Kind: "exact", Events: b.steps()}
	if b.flags.list || b.flags.sample > 0 {
		for _, p := range b.listed() {
			doc.Boards = append(doc.Boards, p.String())
		}
	}
	if b.streamed {
		doc.Kind, doc.Positions = "sample", len(doc.Boards)
		return doc
	}
	belief := b.situation.Belief
	doc.Rules, doc.Me, doc.ToMove = belief.Rules().String(), belief.Me().String(), belief.ToMove().String()
	doc.Positions, doc.Bits, doc.Heat = belief.Len(), b.bits(), map[string]map[string]float64{}
	for _, k := range b.kinds() {
		shares := map[string]float64{}
		for s, share := range b.heat(k) {
			if share > 0 {
				shares[krieg.Square(s).String()] = share
			}
		}
		doc.Heat[string(k)] = shares
	}
	return doc
}
