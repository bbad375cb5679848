// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/veilplan/veil/mines"
)

// Explanation is a certificate in words.
type Explanation struct {
	Certificate

	Verdict   Sentence // "r1c3 is safe."
	Sentences []Sentence
	Rule      string // "nested pair"
	uses      string
}

// The names of the rules. A longer reason is a "chain of n steps" if each follows from
// the one before, and a "contradiction in n steps" if it supposes the opposite.
const (
	ruleSatisfied = "satisfied number"
	ruleAllMines  = "all hidden are mines"
	ruleNested    = "nested pair"
	ruleShared    = "shared difference"
	ruleCount     = "mine count"
	ruleCases     = "all cases"
)

// Summary returns the line under an explanation: "uses r2c1, r2c2 · rule: nested pair".
// More facts, such as how many layouts agree, follow in the same way.
func (e Explanation) Summary(more ...string) string {
	return strings.Join(append([]string{"uses " + e.uses, "rule: " + e.Rule}, more...), " · ")
}

// Explain finds a certificate that the cell is a mine, or that it is safe, verifies it and puts it
// into words.
func (r *Reasoner) Explain(c mines.Cell, mine bool) (Explanation, error) {
	cert, err := r.Certify(c, mine)
	if err != nil {
		return Explanation{}, err
	}
	if err := cert.Verify(r.q.ctx, r.q.view); err != nil {
		return Explanation{}, err
	}
	e := Explanation{Certificate: cert}
	e.Sentences = r.q.fitting(func(s speaker) []Sentence {
		e.Verdict, e.uses = s.verdict(c, mine), s.uses(cert.Numbers, cert.Count)
		var text []Sentence
		e.Rule, text, err = s.explain(r.q.at(cert.Numbers), cert)
		return text
	})
	return e, cmp.Or(r.q.err, err)
}

func (s speaker) verdict(c mines.Cell, mine bool) Sentence {
	return Sentence{Text: s.Name(c) + " is " + value(mine) + ".", Cells: []mines.Cell{c}}
}

func (s speaker) uses(numbers []mines.Cell, count bool) string {
	var names []string
	for _, c := range numbers {
		names = append(names, s.Name(c))
	}
	if count {
		names = append(names, "the mine count")
	}
	return strings.Join(names, ", ")
}

func (s speaker) explain(use []int, cert Certificate) (rule string, text []Sentence, err error) {
	switch {
	case cert.Count:
		text, err = s.byCount(use, cert)
		return ruleCount, text, err
	case len(use) == 1:
		rule, text = s.bySingle(use[0], cert)
		return rule, text, nil
	case len(use) == 2 && !s.settled(use[0]) && !s.settled(use[1]):
		rule, text = s.byPair(use[0], use[1], cert)
		return rule, text, nil
	default:
		rule, text = s.byProof(use, cert)
		return rule, text, nil
	}
}

// settled reports whether the number alone settles its cells; a conclusion that another number
// draws from that is a chain rather than a pair.
func (s speaker) settled(i int) bool { return s.q.alone(i, false) || s.q.alone(i, true) }

// bySingle explains a conclusion from one number.
func (s speaker) bySingle(i int, cert Certificate) (rule string, text []Sentence) {
	at := newPosition()
	p := prover{q: s.q, use: []int{i}}
	all, _ := p.byOne(at, i)
	rule = ruleSatisfied
	if cert.Mine {
		rule = ruleAllMines
	}
	return rule, []Sentence{s.forced(at, all, "")}
}

// byPair explains a conclusion from two numbers that neither allows alone.
func (s speaker) byPair(i, j int, cert Certificate) (rule string, text []Sentence) {
	if slices.Contains(s.q.list[i].cells, cert.Cell) {
		i, j = j, i
	}
	a, b := s.q.list[i], s.q.list[j] // b touches the cell
	both, own, other := shared(a.cells, b.cells), without(a.cells, b.cells), without(b.cells, a.cells)
	rule = ruleShared
	if len(own) == 0 || len(other) == 0 {
		rule = ruleNested
	}
	first := Sentence{Cells: a.cells, Numbers: []mines.Cell{a.at}}
	second := Sentence{Cells: slices.Concat(both, other), Numbers: []mines.Cell{b.at}}
	if cert.Mine {
		first.Text = s.limit(a, both)
		second.Text = fmt.Sprintf("%s touches them too but needs %s: %s must be %s.",
			capital(s.number(b)), s.mines(b), s.rest(other, both), s.kind(other, true))
	} else {
		first.Text = s.share(a, both, own)
		second.Text = fmt.Sprintf("%s also touch %s, which has room for no other: %s must be safe.",
			capital(allOf(len(both))), s.number(b), s.rest(other, both))
	}
	return rule, []Sentence{first, second}
}

// limit returns the clause that a number allows at most this many mines in the cells it shares.
func (s speaker) limit(a clue, both []mines.Cell) string {
	if a.need == 1 {
		return fmt.Sprintf("%s needs %s, so at most one of %s is a mine.", capital(s.number(a)), s.mines(a), s.names(both))
	}
	return fmt.Sprintf("%s needs %s, so at most %s of %s are mines.", capital(s.number(a)), s.mines(a), words(a.need), s.names(both))
}

// share returns the clause that a number has at least this many mines in the cells it shares.
func (s speaker) share(a clue, both, own []mines.Cell) string {
	least := a.need - len(own)
	switch {
	case len(own) > 0:
		return fmt.Sprintf("%s needs %s; even if %s %s, %s of %s must be.",
			capital(s.number(a)), s.mines(a), s.names(own), are(len(own), true), words(least), s.names(both))
	case least == 1:
		return fmt.Sprintf("%s touches only %s, so one of them is its %smine.", capital(s.number(a)), s.names(both), s.last(a))
	default:
		return fmt.Sprintf("%s touches only %s, so %s of them are its %smines.", capital(s.number(a)), s.names(both), words(least), s.last(a))
	}
}

// byProof explains a conclusion from more than two numbers, step by step.
func (s speaker) byProof(use []int, cert Certificate) (rule string, text []Sentence) {
	p := prover{q: s.q, use: use}
	if steps, ok := p.direct(cert.Cell); ok {
		return fmt.Sprintf("chain of %d steps", len(steps)), s.chain(newPosition(), steps)
	}
	if steps, ok := p.suppose(cert.Cell, !cert.Mine); ok {
		text = s.supposition(newPosition(), cert.Cell, !cert.Mine, steps)
		return fmt.Sprintf("contradiction in %d steps", countSteps(steps)), text
	}
	numbers := s.q.numbers(use)
	all := fmt.Sprintf("Every way to satisfy %s leaves %s.", s.numbersOf(numbers), s.makes([]mines.Cell{cert.Cell}, cert.Mine))
	return ruleCases, []Sentence{{Text: all, Cells: []mines.Cell{cert.Cell}, Numbers: numbers}}
}

func countSteps(steps []proofStep) int {
	n := len(steps)
	for _, s := range steps {
		n += countSteps(s.sub)
	}
	return n
}
