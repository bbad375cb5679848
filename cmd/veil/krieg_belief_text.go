// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/internal/text"
	solvekrieg "github.com/veilplan/veil/solve/krieg"
)

func (b *beliefAnswer) text(p *text.Page) {
	switch {
	case b.flags.events:
		b.eventsText(p)
	case b.flags.tries && b.Belief.Belief != nil:
		b.triesText(p)
	case b.flags.list || b.flags.sample > 0:
		b.listText(p)
	default:
		b.pictureText(p)
	}
}

func kindWord(letter byte) string {
	return map[byte]string{'k': "king", 'q': "queen", 'r': "rook", 'b': "bishop", 'n': "knight", 'p': "pawn"}[letter]
}

// assumed says what percentages assume, unless the position says it.
func assumed(by krieg.Weighing) string {
	switch by {
	case krieg.ByPosition:
		return "Every position counts the same"
	case krieg.ByHistory:
		return "Every sequence of moves that fits counts the same"
	case krieg.ByRandomMoves:
		return "The opponent moves at random"
	default:
		return ""
	}
}

func (b *beliefAnswer) pictureText(p *text.Page) {
	belief := b.Belief.Belief
	what := "men"
	if b.flags.piece != "" {
		var words []string
		for _, k := range []byte(b.kinds()) {
			words = append(words, kindWord(k))
		}
		what = solvekrieg.OrList(words)
	}
	p.Line("%v %s · %s · %.2f bits", belief.Me().Other(), what, positions(belief.Len()), b.Bits())
	heat := b.Heat(b.kinds())
	p.Line("      a    b    c    d    e    f    g    h")
	for rank := 7; rank >= 0; rank-- {
		cells := []string{fmt.Sprintf(" %d ", rank+1)}
		for file := range 8 {
			cells = append(cells, b.cell(p, krieg.Square(8*rank+file), &heat))
		}
		p.Line("%s", strings.TrimRight(strings.Join(cells, ""), " "))
	}
	if text := assumed(b.Weighed); text != "" {
		p.Advise(text + ": that is an assumption. Which are possible is not.")
	}
}

// cell draws one square: my man, a hidden man who is certain, a percentage, or nothing.
func (b *beliefAnswer) cell(p *text.Page, s krieg.Square, heat *[64]float64) string {
	belief := b.Belief.Belief
	own := belief.Own()
	if own.Men(belief.Me())&s.Bit() != 0 {
		return p.Dim(fmt.Sprintf("%4s ", string(letterOf(own.KindAt(s).Letter(), belief.Me()))))
	}
	if letter, ok := b.Certain(s); ok {
		return p.Best(fmt.Sprintf("%4s ", string(letterOf(letter, belief.Me().Other()))))
	}
	if heat[s] == 0 {
		return p.Dim("   . ")
	}
	return fmt.Sprintf("%5s", shareText(heat[s]))
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

func (b *beliefAnswer) listText(p *text.Page) {
	list := b.List(b.question())
	switch {
	case b.Belief.Belief == nil:
		p.Line("%d boards of a belief too large to hold; random, not uniform", len(list))
	case b.flags.sample > 0:
		p.Line("%d of %s, drawn uniformly with seed %d", len(list), positions(b.Belief.Belief.Len()), b.flags.seed)
	default:
		p.Line("%s", positions(len(list)))
	}
	for i := range list {
		p.Line("  %s", list[i].String())
	}
}

// eventsText follows the number of boards through the history.
func (b *beliefAnswer) eventsText(p *text.Page) {
	if b.History == nil {
		p.Line("%s, typed in: nothing was heard", positions(b.Belief.Belief.Len()))
		return
	}
	for _, step := range b.Events() {
		p.Line("%12s   %s", text.Thousands(step.Positions), step.Event)
	}
}

// triesText lists the tries.
func (b *beliefAnswer) triesText(p *text.Page) {
	tries, of := b.Tries()
	p.Line("%-8s %9s %12s %14s", "try", "illegal", "mates on", "learns, bits")
	for _, t := range tries {
		p.Line("%-8s %8s%% %12d %14.2f", t.Name, shareText(t.Illegal), t.Mates, t.Bits)
	}
	if of < b.Belief.Belief.Len() {
		p.Line("estimate: looked at on %d of %s", of, positions(b.Belief.Belief.Len()))
	}
}

func (b *beliefAnswer) rows() [][]string {
	switch {
	case b.flags.tries && b.Belief.Belief != nil:
		rows := [][]string{{"try", "refused", "mates", "bits"}}
		tries, _ := b.Tries()
		for _, t := range tries {
			rows = append(rows, []string{t.Try, strconv.Itoa(t.Refused), strconv.Itoa(t.Mates), strconv.FormatFloat(t.Bits, 'g', 6, 64)})
		}
		return rows
	case b.flags.list || b.flags.sample > 0:
		rows := [][]string{{"board"}}
		for _, p := range b.List(b.question()) {
			rows = append(rows, []string{p.String()})
		}
		return rows
	}
	rows := [][]string{{"square", "kind", "share"}}
	for _, k := range b.kinds() {
		for s, share := range b.Heat(string(k)) {
			if share > 0 {
				rows = append(rows, []string{krieg.Square(s).String(), string(k), strconv.FormatFloat(share, 'g', 6, 64)})
			}
		}
	}
	return rows
}

func (b *beliefAnswer) document() any { return b.Document(b.question()) }
