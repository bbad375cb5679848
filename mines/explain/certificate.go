// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// Certificate is a minimal reason for a certain cell: the numbers, and the mine count if Count is
// set, imply that the cell is a mine (or safe), and none of them can be left out. That open cells
// are safe is a premise of every certificate, and not listed.
type Certificate struct {
	Cell    mines.Cell
	Mine    bool
	Numbers []mines.Cell // in reading order
	Count   bool
}

// ErrNotCertain reports a claim that does not follow from the view.
var ErrNotCertain = errors.New("not certain")

// Reasoner finds reasons in one view. It caches them, so it is not safe for concurrent use.
type Reasoner struct {
	q     *clues
	known *count.Analysis // certainties counted before, or nil
	found map[claim]answer
}

// claim is a statement about all hidden cells that touch the same numbers: if it holds for one of
// them it holds for all, with the same certificate.
type claim struct {
	around [8]int32
	mine   bool
}

type answer struct {
	numbers []mines.Cell
	count   bool
	err     error
}

// NewReasoner prepares a view, which must not change afterwards. When ctx ends, the search for
// reasons ends with its error.
func NewReasoner(ctx context.Context, v mines.View) (*Reasoner, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	if len(v.Marks) != v.Cells() {
		return nil, fmt.Errorf("%d marks for a board of %d cells", len(v.Marks), v.Cells())
	}
	return &Reasoner{q: newClues(ctx, v), found: map[claim]answer{}}, nil
}

// NewReasonerWith returns a reasoner for the view of a that takes the certainties from a and
// searches only for the reasons. See [NewReasoner] about ctx.
func NewReasonerWith(ctx context.Context, a *count.Analysis) *Reasoner {
	return &Reasoner{q: newClues(ctx, a.View()), known: a, found: map[claim]answer{}}
}

// rulesOut reports whether the analysis already shows that the claim does not follow.
func (r *Reasoner) rulesOut(c mines.Cell, mine bool) bool {
	if r.known == nil || r.known.Protected() {
		return false
	}
	if mine {
		return r.known.Certainty(c) != count.CertainMine
	}
	return r.known.Certainty(c) != count.CertainSafe
}

// Certify returns a certificate that the hidden cell c is a mine, or that it is safe. It returns
// ErrNotCertain if that does not follow from the view, and veil.ErrTooHard if that could not be
// decided. In a contradictory view everything follows; see Conflict.
func (r *Reasoner) Certify(c mines.Cell, mine bool) (Certificate, error) {
	if c < 0 || int(c) >= len(r.q.view.Marks) || !r.q.view.Marks[c].IsHidden() {
		return Certificate{}, fmt.Errorf("cell %d is not hidden: %w", c, ErrNotCertain)
	}
	if r.rulesOut(c, mine) {
		return Certificate{}, ErrNotCertain
	}
	key := claim{mine: mine}
	for i, k := range r.q.around[c] {
		key.around[i] = int32(k + 1)
	}
	a, ok := r.found[key]
	if !ok {
		use, count, err := r.q.reason(c, mine)
		if stop := r.q.work(len(use)); stop != nil {
			return Certificate{}, stop
		}
		a = answer{numbers: r.q.numbers(use), count: count, err: err}
		r.found[key] = a
	}
	if a.err != nil {
		return Certificate{}, a.err
	}
	return Certificate{Cell: c, Mine: mine, Numbers: slices.Clone(a.numbers), Count: a.count}, nil
}

// Certificates returns a certificate for every certain cell, in reading order. The
// view must not be contradictory.
func (r *Reasoner) Certificates() ([]Certificate, error) {
	var certs []Certificate
	for i := range r.q.view.Marks {
		c := mines.Cell(i)
		if !r.q.view.Marks[c].IsHidden() {
			continue
		}
		for _, mine := range []bool{false, true} {
			cert, err := r.Certify(c, mine)
			if errors.Is(err, ErrNotCertain) {
				continue
			}
			if err != nil {
				return certs, err
			}
			certs = append(certs, cert)
			break
		}
	}
	return certs, nil
}
