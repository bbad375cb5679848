// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"errors"
	"fmt"

	"github.com/veilplan/veil/mines"
)

// HintLevel is how much a hint gives away, from 1 to 4.
type HintLevel int

// The levels: whether there is something to find and roughly where, the numbers to consider, the
// reasoning up to its conclusion, and the cell itself.
const (
	Nudge  HintLevel = 1
	Region HintLevel = 2
	Reason HintLevel = 3
	Answer HintLevel = 4
)

// Hint is one level of help.
type Hint struct {
	Guess     bool // no hidden cell is certainly safe
	Sentences []Sentence
}

// ErrHintLevel reports a level out of range.
var ErrHintLevel = errors.New("hint level: want 1 (nudge), 2 (region), 3 (reason) or 4 (answer)")

// Hint returns a hint at the certainly safe cell with the simplest reason. The view must not be
// contradictory.
func (r *Reasoner) Hint(level HintLevel) (Hint, error) {
	if level < Nudge || level > Answer {
		return Hint{}, ErrHintLevel
	}
	if r.q.hidden == 0 || r.q.left == r.q.hidden {
		return Hint{Sentences: []Sentence{{Text: "Nothing is left to open: every hidden cell is a mine."}}}, nil
	}
	if r.q.view.Untouched() && r.q.view.First != mines.Any && r.q.left == r.q.view.Mines {
		return Hint{Sentences: []Sentence{{Text: "Open any cell: the first click is protected."}}}, nil
	}
	cert, found, err := r.easiest()
	if err != nil {
		return Hint{}, err
	}
	if !found {
		return Hint{Guess: true, Sentences: []Sentence{{Text: "No: no hidden cell is certainly safe, so a guess is forced."}}}, nil
	}
	s := speaker{Rules: r.q.view.Rules, q: r.q, listed: maxListed}
	switch level {
	case Nudge:
		return Hint{Sentences: []Sentence{s.nudge(cert.Cell)}}, nil
	case Region:
		return Hint{Sentences: []Sentence{s.lookAt(cert)}}, nil
	case Reason, Answer:
	}
	e, err := r.Explain(cert.Cell, false)
	if err != nil {
		return Hint{}, err
	}
	if level == Answer {
		return Hint{Sentences: append([]Sentence{e.Verdict}, e.Sentences...)}, nil
	}
	rule := s.lookAt(cert)
	rule.Text += " Rule: " + e.Rule + "."
	return Hint{Sentences: append([]Sentence{rule}, e.Sentences[:len(e.Sentences)-1]...)}, nil
}

// easiest returns the certificate of a safe cell with the fewest numbers, without the mine count if
// possible. No reason is simpler than one number, so the first cell with one is returned.
func (r *Reasoner) easiest() (best Certificate, found bool, err error) {
	for i, m := range r.q.view.Marks {
		if !m.IsHidden() {
			continue
		}
		cert, err := r.Certify(mines.Cell(i), false)
		if errors.Is(err, ErrNotCertain) {
			continue
		}
		if err != nil {
			return Certificate{}, false, err
		}
		if !found || simpler(cert, best) {
			best, found = cert, true
		}
		if !best.Count && len(best.Numbers) <= 1 {
			break
		}
	}
	return best, found, nil
}

func simpler(a, b Certificate) bool {
	if a.Count != b.Count {
		return b.Count
	}
	return len(a.Numbers) < len(b.Numbers)
}

// nudge names a part of the board that contains the cell among others.
func (s speaker) nudge(c mines.Cell) Sentence {
	row, col := s.RowCol(c)
	for _, region := range []struct {
		name string
		in   func(y, x int) bool
	}{
		{fmt.Sprintf("look along row %d", row+1), func(y, _ int) bool { return y == row }},
		{fmt.Sprintf("look along column %d", col+1), func(_, x int) bool { return x == col }},
		{"look in the " + s.quarter(row, col), func(y, x int) bool { return s.quarter(y, x) == s.quarter(row, col) }},
		{"look at the whole board", func(int, int) bool { return true }},
	} {
		var cells []mines.Cell
		for i, m := range s.q.view.Marks {
			if y, x := s.RowCol(mines.Cell(i)); m.IsHidden() && region.in(y, x) {
				cells = append(cells, mines.Cell(i))
			}
		}
		if len(cells) > 1 {
			return Sentence{Text: "Yes, logic is not exhausted: " + region.name + ".", Cells: cells}
		}
	}
	return Sentence{Text: "Yes, logic is not exhausted."}
}

// quarter returns "top left" and the like.
func (s speaker) quarter(row, col int) string {
	half := "left"
	if 2*col >= s.Width {
		half = "right"
	}
	if 2*row >= s.Height {
		return "bottom " + half
	}
	return "top " + half
}

// lookAt names the premises.
func (s speaker) lookAt(cert Certificate) Sentence {
	what := s.names(cert.Numbers)
	switch {
	case cert.Count && len(cert.Numbers) == 0:
		what = "the mine count"
	case cert.Count:
		what += ", and the mine count"
	}
	return Sentence{Text: "Look at " + what + ".", Numbers: cert.Numbers}
}
