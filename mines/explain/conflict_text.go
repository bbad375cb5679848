// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/mines"
)

// ConflictExplanation is a conflict in words.
type ConflictExplanation struct {
	Conflict

	Headline  Sentence // "r4c1 (2) and r4c2 (1) cannot both be right:"
	Sentences []Sentence
	Advice    Sentence // "Check these two numbers first."
}

// ExplainConflict finds a conflict, verifies it and puts it into words. It reports false if the
// view has none.
func (r *Reasoner) ExplainConflict() (ConflictExplanation, bool, error) {
	c, found, err := r.Conflict()
	if err != nil || !found {
		return ConflictExplanation{}, false, err
	}
	if err := c.Verify(r.q.ctx, r.q.view); err != nil {
		return ConflictExplanation{}, false, err
	}
	e := ConflictExplanation{Conflict: c}
	e.Sentences = r.q.fitting(func(s speaker) []Sentence {
		e.Headline, e.Advice = s.headline(c), s.advice(c)
		var text []Sentence
		text, err = s.conflict(r.q.at(c.Numbers), c)
		return text
	})
	err = cmp.Or(r.q.err, err)
	return e, err == nil, err
}

func (s speaker) headline(c Conflict) Sentence {
	var names []string
	for _, n := range c.Numbers {
		names = append(names, fmt.Sprintf("%s (%d)", s.Name(n), s.q.view.Marks[n]))
	}
	if len(names) > maxListed {
		names = []string{fmt.Sprintf("%d numbers from %s to %s", len(names), s.Name(c.Numbers[0]), s.Name(c.Numbers[len(names)-1]))}
	}
	if c.Count {
		names = append(names, fmt.Sprintf("the mine count (%d)", s.Mines))
	}
	what := "cannot all be right:"
	switch {
	case len(c.Numbers) > maxListed:
	case len(names) == 1:
		what = "cannot be right:"
	case len(names) == 2:
		what = "cannot both be right:"
	}
	return Sentence{Text: capital(join(names, "and")) + " " + what, Numbers: c.Numbers}
}

func (s speaker) advice(c Conflict) Sentence {
	var text string
	switch n := len(c.Numbers); {
	case n == 0:
		text = "Check the mine count first."
	case n == 1 && c.Count:
		text = "Check this number and the mine count first."
	case n == 1:
		text = "Check this number first."
	case c.Count:
		text = fmt.Sprintf("Check these %s numbers and the mine count first.", words(n))
	default:
		text = fmt.Sprintf("Check these %s numbers first.", words(n))
	}
	return Sentence{Text: text, Numbers: c.Numbers}
}

func (s speaker) conflict(use []int, c Conflict) ([]Sentence, error) {
	switch {
	case c.Count && len(use) == 0:
		return []Sentence{{Text: s.countImpossible()}}, nil
	case c.Count:
		return s.countConflict(use, c)
	case len(use) == 1:
		return []Sentence{s.numberImpossible(s.q.list[use[0]])}, nil
	}
	p := prover{q: s.q, use: use}
	if steps, ok := p.contradiction(); ok {
		return s.tell(steps), nil
	}
	all := "No layout of mines satisfies them all: every case was tried."
	return []Sentence{{Text: all, Numbers: c.Numbers}}, nil
}

// countImpossible explains why no layout has the mine count, whatever the numbers say.
func (s speaker) countImpossible() string {
	switch {
	case s.q.left < 0:
		return fmt.Sprintf("The board has %s, but %d are marked.", plural(s.Mines, "mine"), s.Mines-s.q.left)
	case s.q.hidden == 0:
		return fmt.Sprintf("%s to be hidden, but every cell is open.", capital(s.left()))
	}
	return fmt.Sprintf("%s to be hidden, but there is room for only %d.", capital(s.left()), s.q.hidden)
}

// numberImpossible explains why a number cannot be right whatever the others say.
func (s speaker) numberImpossible(c clue) Sentence {
	text := Sentence{Cells: slices.Concat(c.cells, c.known), Numbers: []mines.Cell{c.at}}
	switch {
	case c.need < 0:
		text.Text = fmt.Sprintf("%s touches %s known to be there: %s.", capital(s.number(c)), plural(len(c.known), "mine"), s.names(c.known))
	case len(c.cells) == 0:
		text.Text = fmt.Sprintf("%s touches no hidden cell but needs %s.", capital(s.number(c)), s.mines(c))
	default:
		text.Text = fmt.Sprintf("%s needs %s but touches only %s.", capital(s.number(c)), s.mines(c), plural(len(c.cells), "hidden cell"))
	}
	return text
}

// countConflict explains how the numbers miss the mine count.
func (s speaker) countConflict(use []int, c Conflict) ([]Sentence, error) {
	got, touched, err := s.q.totals(use, assumption{cell: noCell})
	if err != nil {
		return nil, err
	}
	would, but := s.misfit(got, touched, c.Numbers)
	would = strings.Replace(would, " would ", " ", 1)
	if one := s.q.list[use[0]]; len(use) == 1 {
		would = fmt.Sprintf("%s needs %s", s.number(one), s.mines(one))
		if one.need < s.q.left {
			would = fmt.Sprintf("%s allows only %s", s.number(one), s.mines(one))
		}
	}
	return []Sentence{
		{Text: capital(would) + ".", Cells: s.touched(use), Numbers: c.Numbers},
		{Text: but + "."},
	}, nil
}

// tell returns the steps of a contradiction as one running sentence, or as several if it would be
// too long or a step needs a supposition.
func (s speaker) tell(steps []proofStep) []Sentence {
	if slices.ContainsFunc(steps, func(st proofStep) bool { return st.kind == refuted }) {
		return s.chain(newPosition(), steps)
	}
	at := newPosition()
	var text []Sentence
	for i, st := range steps {
		clause := s.clause(at, st)
		at.settle(st)
		link := "; "
		switch {
		case i == 0:
			link = ""
		case i == len(steps)-1:
			link = "; but "
		case len(st.from) > 0:
			link = "; then "
		}
		if n := len(text); n > 0 && len(text[n-1].Text)+len(link)+len(clause.Text) < maxSentence {
			text[n-1] = Sentence{
				Text:    text[n-1].Text + link + clause.Text,
				Cells:   slices.Concat(text[n-1].Cells, clause.Cells),
				Numbers: slices.Concat(text[n-1].Numbers, clause.Numbers),
			}
			continue
		}
		clause.Text = capital(strings.TrimPrefix(link, "; ") + clause.Text)
		text = append(text, clause)
	}
	for i := range text {
		text[i].Text += "."
	}
	return text
}

// clause explains one step in few words: "r4c1 makes r3c1 and r3c2 mines".
func (s speaker) clause(at *position, st proofStep) Sentence {
	text := Sentence{Cells: st.cells}
	for _, i := range st.by {
		text.Numbers = append(text.Numbers, s.q.list[i].at)
	}
	slices.Sort(text.Numbers)
	switch st.kind {
	case forced:
		text.Text = s.names(text.Numbers) + " makes " + s.makes(st.cells, st.mine)
	case paired:
		text.Text = s.names(text.Numbers) + " make " + s.makes(st.cells, st.mine)
	default:
		for _, i := range st.by {
			text.Cells = slices.Concat(text.Cells, s.q.list[i].cells, s.q.list[i].known)
		}
		text.Text = s.clashClause(at, st, func(c clue) string { return s.Name(c.at) })
	}
	return text
}
