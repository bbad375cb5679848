// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"fmt"
	"slices"

	"github.com/veilplan/veil/mines"
)

// number returns "the 2 at r4c1".
func (s speaker) number(c clue) string {
	return fmt.Sprintf("the %d at %s", s.q.view.Marks[c.at], s.Name(c.at))
}

// mines returns the mines that a clue needs: "2 mines", "2 more mines".
func (s speaker) mines(c clue) string {
	if len(c.known) > 0 {
		return plural(c.need, "more mine")
	}
	return plural(c.need, "mine")
}

// last returns "last " if some mines of the clue are known already.
func (s speaker) last(c clue) string {
	if len(c.known) > 0 {
		return "last "
	}
	return ""
}

// numbersOf returns "r2c1 and r2c2", or "the 12 numbers used" if they are too many.
func (s speaker) numbersOf(numbers []mines.Cell) string {
	if len(numbers) > s.listed {
		return fmt.Sprintf("the %d numbers used", len(numbers))
	}
	return s.names(numbers)
}

// rest names the cells of a number beyond those just named.
func (s speaker) rest(other, named []mines.Cell) string {
	if len(other) == 1 {
		return fmt.Sprintf("its %s cell, %s,", ordinal(len(named)+1), s.names(other))
	}
	return fmt.Sprintf("its other cells, %s,", s.names(other))
}

func (s speaker) kind(cells []mines.Cell, mine bool) string {
	if mine && len(cells) > 1 {
		return "mines"
	}
	return value(mine)
}

// chain explains the steps, one sentence each.
func (s speaker) chain(at *position, steps []proofStep) []Sentence {
	var text []Sentence
	for _, st := range steps {
		lead := ""
		if len(st.from) > 0 {
			lead = "then "
		}
		text = append(text, s.step(at, st, lead)...)
		at.settle(st)
	}
	return text
}

// step explains one step that follows in the position.
func (s speaker) step(at *position, st proofStep, lead string) []Sentence {
	switch st.kind {
	case forced:
		return []Sentence{s.forced(at, st, lead)}
	case paired:
		return []Sentence{s.paired(at, st, lead)}
	case refuted:
		return s.supposition(at, st.cells[0], !st.mine, st.sub)
	default:
		return []Sentence{s.clash(at, st)}
	}
}

// supposition explains how the opposite of a fact fails; sub ends in the clash.
func (s speaker) supposition(at *position, c mines.Cell, mine bool, sub []proofStep) []Sentence {
	inner := at.clone()
	inner.value[c] = mine
	inner.supposed++
	also := ""
	if at.supposed > 0 {
		also = "also "
	}
	text := []Sentence{{Text: fmt.Sprintf("Suppose %s%s were %s.", also, s.Name(c), value(mine)), Cells: []mines.Cell{c}}}
	text = append(text, s.chain(inner, sub)...)
	end := &text[len(text)-1]
	end.Text = fmt.Sprintf("%s So %s is %s.", end.Text, s.Name(c), value(!mine))
	end.Cells = append(slices.Clone(end.Cells), c)
	return text
}

// forced explains what one number implies.
func (s speaker) forced(at *position, st proofStep, lead string) Sentence {
	c := s.q.list[st.by[0]]
	r := (&prover{q: s.q}).remains(at, st.by[0])
	said := s.names(st.cells) + " " + are(len(st.cells), st.mine)
	text := Sentence{Cells: slices.Concat(c.known, r.mines, r.open), Numbers: []mines.Cell{c.at}}
	found := slices.Concat(c.known, r.mines)
	switch {
	case st.mine:
		text.Text = fmt.Sprintf("%s has only %s left for its %s: %s.", s.number(c), s.names(r.open), s.lastMines(c, r), s.mustBe(st.cells, r.open))
	case len(found) == 0:
		text.Text = fmt.Sprintf("%s touches no mine: %s.", s.number(c), said)
	case len(found) == 1:
		text.Text = fmt.Sprintf("%s has its mine at %s: %s.", s.number(c), s.names(found), said)
	default:
		text.Text = fmt.Sprintf("%s has %s of its mines, %s: %s.", s.number(c), allOf(len(found)), s.names(found), said)
	}
	text.Text = capital(lead + text.Text)
	return text
}

// lastMines returns "2 mines" or, if it has others already, "last 2 mines".
func (s speaker) lastMines(c clue, r remains) string {
	have := len(c.known)+len(r.mines) > 0
	switch {
	case r.need == 1 && have:
		return "last mine"
	case r.need == 1:
		return "mine"
	case have:
		return "last " + plural(r.need, "mine")
	default:
		return plural(r.need, "mine")
	}
}

// mustBe returns the clause that cells, some or all of those just named, are mines.
func (s speaker) mustBe(cells, named []mines.Cell) string {
	if len(cells) == len(named) {
		return allOf(len(cells)) + " " + are(len(cells), true)
	}
	return s.names(cells) + " " + are(len(cells), true)
}

// paired explains what two numbers imply together.
func (s speaker) paired(at *position, st proofStep, lead string) Sentence {
	p := &prover{q: s.q}
	giver, taker := st.by[0], st.by[1]
	a, b := p.remains(at, giver), p.remains(at, taker)
	from, to := s.q.list[giver], s.q.list[taker]
	both, own := shared(a.open, b.open), without(a.open, b.open)
	text := Sentence{Cells: slices.Concat(both, st.cells), Numbers: []mines.Cell{from.at, to.at}}
	if st.mine {
		text.Text = fmt.Sprintf("%s allows at most %s in %s, so %s needs %s.",
			s.number(from), plural(a.need, "mine"), s.names(both), s.number(to), s.toBe(st.cells, true))
	} else {
		text.Text = fmt.Sprintf("%s puts at least %s in %s, all that %s has room for: %s %s.",
			s.number(from), plural(a.need-len(own), "mine"), s.names(both), s.number(to), s.names(st.cells), are(len(st.cells), false))
	}
	text.Text = capital(lead + text.Text)
	return text
}

// toBe returns "r3c3 to be a mine".
func (s speaker) toBe(cells []mines.Cell, mine bool) string {
	if len(cells) > 1 && mine {
		return s.names(cells) + " to be mines"
	}
	return s.names(cells) + " to be " + value(mine)
}

// clash explains why the position cannot exist.
func (s speaker) clash(at *position, st proofStep) Sentence {
	var text Sentence
	for _, i := range st.by {
		text.Numbers = append(text.Numbers, s.q.list[i].at)
		text.Cells = slices.Concat(text.Cells, s.q.list[i].cells, s.q.list[i].known)
	}
	text.Text = "But " + s.clashClause(at, st, s.number) + "."
	return text
}

// clashClause explains the clash, with the numbers named as given.
func (s speaker) clashClause(at *position, st proofStep, name func(clue) string) string {
	p := &prover{q: s.q}
	c := s.q.list[st.by[0]]
	r := p.remains(at, st.by[0])
	switch st.kind {
	case shortage:
		if r.need-len(r.open) == len(r.safe) && len(r.safe) > 0 {
			return fmt.Sprintf("%s needs %s", name(c), s.toBe(r.safe, true))
		}
		if len(r.open) == 0 {
			return fmt.Sprintf("%s has no cell left for its %s", name(c), s.lastMines(c, r))
		}
		return fmt.Sprintf("%s has only %s left for its %s", name(c), s.names(r.open), s.lastMines(c, r))
	case excess:
		if -r.need == len(r.mines) && len(r.mines) > 0 {
			return fmt.Sprintf("%s needs %s", name(c), s.toBe(r.mines, false))
		}
		found := slices.Concat(c.known, r.mines)
		return fmt.Sprintf("%s touches %s mines, %s", name(c), words(len(found)), s.names(found))
	default:
		d := s.q.list[st.by[1]]
		o := p.remains(at, st.by[1])
		both := shared(r.open, o.open)
		return fmt.Sprintf("%s needs at least %s in %s, where %s allows %s",
			name(c), plural(r.need-(len(r.open)-len(both)), "mine"), s.names(both), name(d), words(o.need))
	}
}
