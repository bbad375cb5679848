// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/mines"
)

// byCount explains a conclusion from numbers together with the mine count.
func (s speaker) byCount(use []int, cert Certificate) ([]Sentence, error) {
	if len(use) == 0 {
		return []Sentence{s.countAlone(cert)}, nil
	}
	if sum, ok := s.addUp(use, cert.Cell); ok {
		return s.bySum(use, sum, cert), nil
	}
	if text, ok, err := s.byRest(use, cert); ok || err != nil {
		return text, err
	}
	return s.byOpposite(use, cert)
}

func (s speaker) countAlone(cert Certificate) Sentence {
	text := Sentence{Cells: []mines.Cell{cert.Cell}, Text: "No mines are left, so every hidden cell is safe."}
	if cert.Mine {
		text.Text = fmt.Sprintf("%s left and %s: every one is a mine.", s.left(), plural(s.q.hidden, "hidden cell"))
	}
	return text
}

// left returns "3 mines are".
func (s speaker) left() string {
	if s.q.left == 1 {
		return "1 mine is"
	}
	return plural(s.q.left, "mine") + " are"
}

// addUp returns the mines of clues that share no cell and do not touch c.
func (s speaker) addUp(use []int, c mines.Cell) (sum int, ok bool) {
	seen := map[mines.Cell]bool{c: true}
	for _, i := range use {
		sum += s.q.list[i].need
		for _, d := range s.q.list[i].cells {
			if seen[d] {
				return 0, false
			}
			seen[d] = true
		}
	}
	return sum, true
}

// touched returns the hidden cells that the clues touch, in reading order.
func (s speaker) touched(use []int) []mines.Cell {
	var cells []mines.Cell
	for _, i := range use {
		cells = append(cells, s.q.list[i].cells...)
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// bySum adds up numbers that touch different cells: the rest of the board has no mines, or only
// mines.
func (s speaker) bySum(use []int, sum int, cert Certificate) []Sentence {
	first := Sentence{Cells: s.touched(use), Numbers: cert.Numbers}
	var parts []string
	for _, i := range use {
		parts = append(parts, fmt.Sprint(s.q.list[i].need))
	}
	switch {
	case len(use) == 1:
		c := s.q.list[use[0]]
		first.Text = fmt.Sprintf("%s needs %s among the cells it touches.", capital(s.number(c)), s.mines(c))
	case len(use) <= s.listed:
		first.Text = fmt.Sprintf("%s touch different cells and need %s = %s.", s.numbersOf(cert.Numbers), strings.Join(parts, " + "), plural(sum, "mine"))
	default:
		first.Text = fmt.Sprintf("%s touch different cells and need %s in all.", capital(s.numbersOf(cert.Numbers)), plural(sum, "mine"))
	}
	return []Sentence{first, s.remaining(use, sum, cert)}
}

// remaining concludes for the cells that the numbers do not touch.
func (s speaker) remaining(use []int, sum int, cert Certificate) Sentence {
	text := Sentence{Cells: []mines.Cell{cert.Cell}}
	others := s.q.hidden - len(s.touched(use))
	if cert.Mine {
		text.Text = fmt.Sprintf("%s left: the other %d fill the %d remaining hidden cells, so %s is a mine.",
			capital(s.left()), s.q.left-sum, others, s.Name(cert.Cell))
		if others == 1 {
			text.Text = fmt.Sprintf("%s left: the last one is in the only remaining hidden cell, %s.", capital(s.left()), s.Name(cert.Cell))
		}
		return text
	}
	text.Text = fmt.Sprintf("Only %s left, so every other hidden cell is safe, %s among them.", s.left(), s.Name(cert.Cell))
	if others == 1 {
		text.Text = fmt.Sprintf("Only %s left, so the one other hidden cell, %s, is safe.", s.left(), s.Name(cert.Cell))
	}
	return text
}

// byRest concludes for a cell that the numbers do not touch from the fewest or the most mines they
// allow. It reports false if the cell or the reason is of another kind.
func (s speaker) byRest(use []int, cert Certificate) ([]Sentence, bool, error) {
	cells := s.touched(use)
	if slices.Contains(cells, cert.Cell) {
		return nil, false, nil
	}
	got, _, err := s.q.totals(use, assumption{cell: noCell})
	if err != nil {
		return nil, false, err
	}
	first := Sentence{Cells: cells, Numbers: cert.Numbers}
	numbers := capital(s.numbersOf(cert.Numbers))
	switch others := s.q.hidden - len(cells); {
	case !cert.Mine && got.least() == s.q.left:
		first.Text = fmt.Sprintf("%s need at least %s in the cells they touch.", numbers, plural(got.least(), "mine"))
		return []Sentence{first, s.remaining(use, got.least(), cert)}, true, nil
	case cert.Mine && got.most() == s.q.left-others:
		first.Text = fmt.Sprintf("%s allow at most %s in the cells they touch.", numbers, plural(got.most(), "mine"))
		return []Sentence{first, s.remaining(use, got.most(), cert)}, true, nil
	}
	return nil, false, nil
}

// byOpposite supposes the opposite and compares the mines with the mine count.
func (s speaker) byOpposite(use []int, cert Certificate) ([]Sentence, error) {
	got, touched, err := s.q.totals(use, assumption{cert.Cell, !cert.Mine})
	if err != nil {
		return nil, err
	}
	first := Sentence{Cells: append(s.touched(use), cert.Cell), Numbers: cert.Numbers}
	would, but := s.misfit(got, touched, cert.Numbers)
	first.Text = fmt.Sprintf("If %s were %s, %s.", s.Name(cert.Cell), value(!cert.Mine), would)
	return []Sentence{first, {
		Text:  fmt.Sprintf("%s, so %s is %s.", but, s.Name(cert.Cell), value(cert.Mine)),
		Cells: []mines.Cell{cert.Cell},
	}}, nil
}

// misfit returns how many mines the clues would have, and why the mine count forbids that.
func (s speaker) misfit(got countSet, touched int, numbers []mines.Cell) (would, but string) {
	others := s.q.hidden - touched
	below, above := -1, -1
	for n := range len(got) * 64 {
		if got.has(n) && n < s.q.left-others {
			below = n
		}
		if got.has(n) && n > s.q.left && above < 0 {
			above = n
		}
	}
	who := s.numbersOf(numbers)
	switch {
	case below < 0:
		return fmt.Sprintf("%s would need at least %s in all", who, plural(above, "mine")), fmt.Sprintf("Only %s left", s.left())
	case above < 0:
		would = fmt.Sprintf("%s would allow at most %s in all", who, plural(below, "mine"))
	default:
		would = fmt.Sprintf("%s would allow %d mines or fewer, or %d or more, nothing between", who, below, above)
	}
	but = capital(s.left()) + " left"
	if others > 0 {
		but += fmt.Sprintf(", at most %d of them in the other hidden cells", others)
	}
	return would, but
}
