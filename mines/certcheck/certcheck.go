// SPDX-License-Identifier: BSD-3-Clause

// Package certcheck decides whether clues about hidden cells imply a claim.
//
// It is the second opinion on every reason that veil gives for a Minesweeper deduction, so it
// shares nothing with the code that finds those reasons: it imports no other package of the module,
// works on plain data, and searches by backtracking where the deduction counts by tables. A search
// that runs out of steps is Undecided, which never counts as a yes.
package certcheck

import (
	"errors"
	"fmt"
	"slices"
)

// Clue requires that exactly Mines of the Cells are mines.
type Clue struct {
	Cells []int // distinct, each from 0 to Problem.Hidden-1
	Mines int
}

// DefaultSteps is the limit on search nodes when Problem.Steps is zero.
const DefaultSteps = 200_000

// Problem is a set of premises.
type Problem struct {
	Hidden  int // number of hidden cells
	Clues   []Clue
	Counted bool // whether Total is one of the premises
	Total   int  // mines among all hidden cells
	Steps   int  // limit on search nodes; 0 means DefaultSteps
	// Stop, if set, is called now and then; true gives up, as if the steps had run out.
	Stop func() bool
}

// Kind is the kind of a claim.
type Kind uint8

// The kinds of claim.
const (
	Contradiction Kind = iota // no layout satisfies the premises
	Safe                      // the cell is safe in every layout
	Mine                      // the cell is a mine in every layout
)

// Claim is a statement that the premises may imply.
type Claim struct {
	Kind Kind
	Cell int // not used by Contradiction
}

// Verdict is the result of a check.
type Verdict uint8

// The verdicts.
const (
	Undecided  Verdict = iota // the search ran out of steps, or was stopped
	Implied                   // every layout that satisfies the premises agrees with the claim
	NotImplied                // a layout satisfies the premises and not the claim
)

// String returns the verdict in words.
func (v Verdict) String() string {
	switch v {
	case Implied:
		return "implied"
	case NotImplied:
		return "not implied"
	default:
		return "undecided"
	}
}

// Check reports whether the premises imply the claim: whether they cannot be
// satisfied together with its opposite. Contradictory premises imply everything.
func Check(p Problem, claim Claim) (Verdict, error) {
	p.Clues = slices.Clone(p.Clues)
	switch claim.Kind {
	case Safe:
		p.Clues = append(p.Clues, Clue{Cells: []int{claim.Cell}, Mines: 1})
	case Mine:
		p.Clues = append(p.Clues, Clue{Cells: []int{claim.Cell}, Mines: 0})
	case Contradiction:
	default:
		return Undecided, fmt.Errorf("certcheck: unknown kind of claim %d", claim.Kind)
	}
	if err := p.validate(); err != nil {
		return Undecided, err
	}
	if p.Steps == 0 {
		p.Steps = DefaultSteps
	}
	return satisfiable(p), nil
}

func (p Problem) validate() error {
	if p.Hidden < 0 || p.Steps < 0 {
		return errors.New("certcheck: negative number of hidden cells or steps")
	}
	seen := make([]int, p.Hidden)
	for i, c := range p.Clues {
		for _, cell := range c.Cells {
			if cell < 0 || cell >= p.Hidden {
				return fmt.Errorf("certcheck: cell %d is not one of the %d hidden cells", cell, p.Hidden)
			}
			if seen[cell] == i+1 {
				return fmt.Errorf("certcheck: clue %d names cell %d twice", i, cell)
			}
			seen[cell] = i + 1
		}
	}
	return nil
}

// satisfiable returns Implied if the problem has no layout and NotImplied if it has one. Clues that
// share no cell are searched separately; the total joins them at the end through the mine counts
// that each part allows.
func satisfiable(p Problem) Verdict {
	parts, free := split(p)
	s := &searcher{steps: p.Steps, counted: p.Counted, stop: p.Stop}
	sums := []bool{true}
	for _, q := range parts {
		counts := s.search(q)
		if s.steps == 0 {
			return Undecided
		}
		sums = s.add(sums, counts, 0)
	}
	if s.steps == 0 {
		return Undecided
	}
	if !p.Counted && len(sums) > 0 {
		return NotImplied
	}
	for sum, ok := range sums {
		if rest := p.Total - sum; ok && rest >= 0 && rest <= free {
			return NotImplied
		}
	}
	return Implied
}
