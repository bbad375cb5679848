// SPDX-License-Identifier: BSD-3-Clause

package notation

import (
	"fmt"
	"strings"

	"github.com/veilplan/veil/mines"
)

// JSMinesweeper's analysis string: width and height in two digits each, the number of mines in
// four, then the cells as runs. There are 62 digits, divided among the kinds of cells. The length
// of a run is written in the digits of its kind, so that no separator is needed; a kind with one
// digit repeats it.
//
// Numbers beside a flag are written one lower ("deflated"), which makes runs longer. A flag beside
// a number that is 0 already is of the kind overFlag and lowers nothing.
const jsmDigits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// The kinds of cells that are not numbers. hiddenMine is a hidden cell that lowers the
// numbers around it like a flag.
const (
	hiddenMine = 9 + iota
	plainHidden
	plainFlag
	overFlag
)

// jsmShares returns the number of digits of each kind of cell.
func jsmShares() [13]int { return [13]int{10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1} }

// parseAnalysis reads an analysis string.
func parseAnalysis(text string) (mines.View, error) {
	const header = 8
	if len(text) < header {
		return mines.View{}, &mines.SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf("analysis string of %s", counted(len(text), "digit")), Expected: "at least 8"}
	}
	width, ok1 := jsmNumber(text[:2])
	height, ok2 := jsmNumber(text[2:4])
	count, ok3 := jsmNumber(text[4:header])
	if !ok1 || !ok2 || !ok3 {
		return mines.View{}, badJSMDigit(text[:header])
	}
	r := mines.Rules{Width: width, Height: height, Mines: count}
	if err := r.Validate(); err != nil {
		return mines.View{}, onLine(err, 1)
	}
	kinds, err := parseRuns(text[header:], r.Cells())
	if err != nil {
		return mines.View{}, err
	}
	return inflate(r, kinds)
}

func badJSMDigit(text string) error {
	return &mines.SyntaxError{Line: 1, Column: 1, Message: fmt.Sprintf("analysis string: %q", text), Expected: "letters and digits"}
}

func jsmNumber(text string) (int, bool) {
	n := 0
	for _, c := range text {
		d := strings.IndexRune(jsmDigits, c)
		if d < 0 {
			return 0, false
		}
		n = n*len(jsmDigits) + d
	}
	return n, true
}

// jsmDigit returns the kind that owns a digit, the digit's value in it, and how many
// digits the kind owns.
func jsmDigit(c rune) (kind, value, share int, ok bool) {
	value = strings.IndexRune(jsmDigits, c)
	if value < 0 {
		return 0, 0, 0, false
	}
	for kind, share = range jsmShares() {
		if value < share {
			break
		}
		value -= share
	}
	return kind, value, share, true
}

// parseRuns reads the cells.
func parseRuns(text string, cells int) ([]int, error) {
	kinds := make([]int, 0, cells)
	last, run := -1, 0
	flush := func() {
		for ; run > 0 && len(kinds) <= cells; run-- {
			kinds = append(kinds, last)
		}
	}
	for _, c := range text {
		kind, value, share, ok := jsmDigit(c)
		if !ok {
			return nil, badJSMDigit(string(c))
		}
		if kind != last {
			flush()
			last, run = kind, 0
		}
		if share == 1 {
			run++
		} else {
			run = min(run*share+value, cells+1) // longer than any valid run
		}
	}
	flush()
	if len(kinds) != cells {
		return nil, &mines.SyntaxError{Line: 1, Column: 1, Message: "the analysis string does not hold as many cells as its size says", Expected: counted(cells, "cell")}
	}
	return kinds, nil
}

// inflate turns kinds into marks. Numbers are raised again by each plainFlag and hiddenMine around
// them, which had lowered them.
func inflate(r mines.Rules, kinds []int) (mines.View, error) {
	v := mines.NewView(r)
	for i, kind := range kinds {
		switch kind {
		case plainFlag, overFlag:
			v.Marks[i] = mines.Flag
		case plainHidden, hiddenMine:
		default:
			v.Marks[i] = mines.Mark(kind)
		}
	}
	var buf [8]mines.Cell
	for i, kind := range kinds {
		if kind != plainFlag && kind != hiddenMine {
			continue
		}
		for _, n := range r.AppendNeighbours(buf[:0], mines.Cell(i)) {
			if !v.Marks[n].IsNumber() {
				continue
			}
			if v.Marks[n]++; v.Marks[n] > 8 {
				return mines.View{}, &mines.SyntaxError{Line: 1, Column: 1, Message: "analysis string: " + r.Name(n) + " is more than 8"}
			}
		}
	}
	return v, nil
}

// analysisCode writes a position as an analysis string. A known mine becomes a flag.
func analysisCode(v mines.View) (string, error) {
	most := len(jsmDigits)*len(jsmDigits) - 1
	if v.Mines == mines.UnknownMines {
		return "", needsMines(FormatJSMURL)
	}
	if v.Width > most || v.Height > most {
		return "", fmt.Errorf("format %s has room for %dx%d, not for %dx%d", FormatJSMURL, most, most, v.Width, v.Height)
	}
	var b strings.Builder
	b.WriteString(jsmText(v.Width, 2) + jsmText(v.Height, 2) + jsmText(v.Mines, 4))
	kinds := deflate(v)
	for from := 0; from < len(kinds); {
		to := from
		for to < len(kinds) && kinds[to] == kinds[from] {
			to++
		}
		b.WriteString(runText(kinds[from], to-from))
		from = to
	}
	return b.String(), nil
}

// jsmText writes n in a fixed number of digits.
func jsmText(n, digits int) string {
	text := ""
	for range digits {
		text = jsmDigits[n%len(jsmDigits):][:1] + text
		n /= len(jsmDigits)
	}
	return text
}

// runText writes a run of cells of one kind.
func runText(kind, length int) string {
	shares := jsmShares()
	first, share := 0, shares[kind]
	for _, other := range shares[:kind] {
		first += other
	}
	own := jsmDigits[first : first+share]
	if share == 1 {
		return strings.Repeat(own, length)
	}
	text := ""
	for ; length > 0; length /= share {
		text = own[length%share:][:1] + text
	}
	return text
}

// deflate turns marks into kinds: every flag lowers the numbers around it, unless one
// of them is 0.
func deflate(v mines.View) []int {
	kinds := make([]int, len(v.Marks))
	for i, m := range v.Marks {
		kinds[i] = plainHidden
		if m.IsNumber() {
			kinds[i] = int(m)
		}
	}
	var buf [8]mines.Cell
	for i, m := range v.Marks {
		if m != mines.Flag && m != mines.Mine {
			continue
		}
		kinds[i] = plainFlag
		around := v.AppendNeighbours(buf[:0], mines.Cell(i))
		for _, n := range around {
			if kinds[n] == 0 {
				kinds[i] = overFlag
			}
		}
		for _, n := range around {
			if kinds[i] == plainFlag && kinds[n] < hiddenMine {
				kinds[n]--
			}
		}
	}
	return kinds
}
