// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/veilplan/veil/mines"
)

// maxSentence is the longest sentence a reason may have, in characters.
const maxSentence = 160

// Sentence is one sentence of a reason with the cells and the numbers it mentions, so that the web
// app can mark them on the board.
type Sentence struct {
	Text    string
	Cells   []mines.Cell // hidden cells and marked mines
	Numbers []mines.Cell // open cells
}

// words returns n in words if n is small enough for prose to spell it out, else in digits.
func words(n int) string {
	names := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(names) {
		return names[n]
	}
	return strconv.Itoa(n)
}

func ordinal(n int) string {
	return [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}[n-1]
}

// plural returns "1 mine" or "3 mines".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// join returns "a, b and c".
func join(names []string, and string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
}

// maxListed is the number of cells that a sentence names one by one.
const maxListed = 6

// speaker puts deductions about the clues of a view into words.
type speaker struct {
	mines.Rules

	q      *clues
	listed int // number of cells that a sentence names one by one
}

// fitting writes the text with fewer and fewer cells named one by one until every sentence is short
// enough; Sentence.Cells contains all of them in any case.
func (q *clues) fitting(tell func(speaker) []Sentence) []Sentence {
	for listed := maxListed; ; listed -= 2 {
		text := tell(speaker{Rules: q.view.Rules, q: q, listed: listed})
		long := func(s Sentence) bool { return utf8.RuneCountInString(s.Text) > maxSentence }
		if listed <= 2 || !slices.ContainsFunc(text, long) {
			return text
		}
	}
}

// names returns "r1c1, r1c2 and r1c3"; for a long list it names only the ends.
func (s speaker) names(cells []mines.Cell) string {
	if n := len(cells); n > s.listed {
		return "the " + words(n) + " from " + s.Name(slices.Min(cells)) + " to " + s.Name(slices.Max(cells))
	}
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = s.Name(c)
	}
	return join(names, "and")
}

// are returns "is safe", "are safe", "is a mine" or "are mines".
func are(n int, mine bool) string {
	switch {
	case n == 1 && mine:
		return "is a mine"
	case n == 1:
		return "is safe"
	case mine:
		return "are mines"
	default:
		return "are safe"
	}
}

// makes returns "r3c1 and r3c2 mines", "r3c1 a mine" or "r3c1 safe".
func (s speaker) makes(cells []mines.Cell, mine bool) string {
	switch {
	case !mine:
		return s.names(cells) + " safe"
	case len(cells) == 1:
		return s.names(cells) + " a mine"
	default:
		return s.names(cells) + " mines"
	}
}

// value returns "safe" or "a mine".
func value(mine bool) string {
	if mine {
		return "a mine"
	}
	return "safe"
}

// allOf returns "it", "both" or "all three".
func allOf(n int) string {
	switch n {
	case 1:
		return "it"
	case 2:
		return "both"
	default:
		return "all " + words(n)
	}
}

// capital returns the text with its first letter in upper case; cell names stay.
func capital(text string) string {
	if len(text) > 1 && text[0] == 'r' && text[1] >= '0' && text[1] <= '9' {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
