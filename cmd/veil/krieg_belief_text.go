// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/deduction"
)

// The first line of every form names the ruleset; for an estimate, the next one states its quality.
func (b *beliefAnswer) Text(p *text.Page) {
	p.Line("%s · %v rules", b.headline(), b.Boards().Rules())
	if e := b.Quality(); e != nil {
		p.Line("about; %s", sampleText(e, b.Boards().Len()))
	}
	switch {
	case b.Lost() && !b.flags.events:
	case b.flags.events:
		b.eventsText(p)
	case b.flags.tries:
		b.triesText(p)
	case b.flags.list || b.flags.sample > 0:
		b.listText(p)
	default:
		b.pictureText(p)
	}
}

// sampleText describes the quality of a sample.
func sampleText(e *api.KriegEstimate, boards int) string {
	return fmt.Sprintf("sampled: %s boards, effective %s, repaired %s", text.Thousands(min(e.Carried, boards)), text.Thousands(int(e.Effective)), times(e.Repairs))
}

// headline describes what is printed below.
func (b *beliefAnswer) headline() string {
	known := "estimate"
	if b.Exact() {
		known = fmt.Sprintf("%s · %.2f bits", positions(b.Boards().Len()), b.Bits())
	}
	switch {
	case b.flags.events:
		return "boards after each event"
	case b.flags.tries:
		return "tries · " + known
	case b.flags.sample > 0 && b.Exact():
		return fmt.Sprintf("%d of %s, drawn uniformly with seed %d", min(b.flags.sample, b.Boards().Len()), positions(b.Boards().Len()), b.flags.seed)
	case b.flags.sample > 0:
		return fmt.Sprintf("%d boards, drawn by their weight with seed %d · estimate", b.flags.sample, b.flags.seed)
	case b.flags.list && b.Exact():
		return positions(b.Boards().Len())
	case b.flags.list:
		return "boards of the sample · estimate"
	default:
		return fmt.Sprintf("%v %s · %s", b.Boards().Me().Other(), b.men(), known)
	}
}

// men names the men that are shown.
func (b *beliefAnswer) men() string {
	if b.flags.piece == "" {
		return "men"
	}
	var words []string
	for _, k := range []byte(b.kinds()) {
		words = append(words, kindWord(k))
	}
	return deduction.OrList(words)
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return text.Thousands(n) + " times"
}

func kindWord(letter byte) string {
	return map[byte]string{'k': "king", 'q': "queen", 'r': "rook", 'b': "bishop", 'n': "knight", 'p': "pawn"}[letter]
}

// assumed returns the assumption behind percentages, unless the position contains it.
func assumed(by krieg.Weighting) string {
	switch by {
	case krieg.ByPosition:
		return "Every position counts the same"
	case krieg.ByHistory:
		return "Every sequence of moves that fits counts the same"
	case krieg.ByRandomMoves:
		return "The opponent moves at random"
	case krieg.BySensible:
		return "The opponent moves sensibly: it prefers to capture, to recapture and to promote"
	default:
		return ""
	}
}

func (b *beliefAnswer) pictureText(p *text.Page) {
	heat := b.Heat(b.kinds())
	p.Line("      a    b    c    d    e    f    g    h")
	for rank := 7; rank >= 0; rank-- {
		cells := []string{fmt.Sprintf(" %d ", rank+1)}
		for file := range 8 {
			cells = append(cells, b.cell(p, krieg.Square(8*rank+file), &heat))
		}
		p.Line("%s", strings.TrimRight(strings.Join(cells, ""), " "))
	}
	if !b.Exact() {
		p.Advise(assumed(b.Weighed) + ": an assumption. A man may stand where the sample has none.")
		return
	}
	if text := assumed(b.Weighed); text != "" {
		p.Advise(text + ": an assumption. Which boards are possible does not depend on it.")
	}
}

// cell draws one square: an own man, a hidden man that is certain, a percentage, or nothing.
func (b *beliefAnswer) cell(p *text.Page, s krieg.Square, heat *[64]float64) string {
	belief := b.Boards()
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
	if !b.Exact() && heat[s] > 0.9995 {
		return " ~100"
	}
	return fmt.Sprintf("%5s", shareText(heat[s]))
}

// letterOf returns the FEN letter of a man.
func letterOf(letter byte, c krieg.Color) byte {
	if c == krieg.White {
		return letter - 'a' + 'A'
	}
	return letter
}

// shareText prints a share in percent, never rounded to 0 or 100.
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
	for i := range list {
		p.Line("  %s", list[i].String())
	}
}

// eventsText prints the number of boards after each event of the history.
func (b *beliefAnswer) eventsText(p *text.Page) {
	if b.History == nil {
		p.Line("%s, typed in: nothing was heard", positions(b.Boards().Len()))
		return
	}
	for _, step := range b.Events() {
		sampled := ""
		if step.Sampled {
			sampled = "   (sampled)"
		}
		p.Line("%12s   %s%s", text.Thousands(step.Positions), step.Event, sampled)
	}
}

// triesText lists the tries.
func (b *beliefAnswer) triesText(p *text.Page) {
	p.Line("%-8s %9s %12s %14s", "try", "illegal", "mates on", "learns, bits")
	for _, t := range b.Tries {
		p.Line("%-8s %8s%% %12d %14.2f", t.Name, shareText(t.Illegal), t.Mates, t.Bits)
	}
	if b.TriesOf < b.Boards().Len() {
		p.Line("estimate: evaluated on %d of %s", b.TriesOf, positions(b.Boards().Len()))
	}
}

func (b *beliefAnswer) Rows() [][]string {
	switch {
	case b.flags.tries:
		rows := [][]string{{"try", "refused", "mates", "bits"}}
		for _, t := range b.Tries {
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

func (b *beliefAnswer) Document() any { return b.Belief.Document(b.question()) }
