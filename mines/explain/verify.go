// SPDX-License-Identifier: BSD-3-Clause

package explain

import (
	"context"
	"errors"
	"fmt"

	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/certcheck"
)

// ErrUnverified reports a reason that the independent checker did not accept.
var ErrUnverified = errors.New("the checker did not accept this reason")

// Verify has the independent checker decide whether the certificate is true of the view. It does
// not check that the certificate is minimal.
func (cert Certificate) Verify(ctx context.Context, v mines.View) error {
	kind := certcheck.Safe
	if cert.Mine {
		kind = certcheck.Mine
	}
	p, name := premises(v, cert.Numbers, cert.Count)
	id, ok := name[cert.Cell]
	if !ok {
		return fmt.Errorf("%s is not hidden: %w", v.Name(cert.Cell), ErrUnverified)
	}
	return accept(ctx, p, certcheck.Claim{Kind: kind, Cell: id})
}

// Verify has the independent checker decide whether the numbers of the conflict cannot
// all be right in the view.
func (c Conflict) Verify(ctx context.Context, v mines.View) error {
	p, _ := premises(v, c.Numbers, c.Count)
	return accept(ctx, p, certcheck.Claim{Kind: certcheck.Contradiction})
}

func accept(ctx context.Context, p certcheck.Problem, claim certcheck.Claim) error {
	p.Stop = func() bool { return ctx.Err() != nil }
	verdict, err := certcheck.Check(p, claim)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnverified, err)
	}
	if stop := ctx.Err(); stop != nil && verdict == certcheck.Undecided {
		return stop
	}
	if verdict != certcheck.Implied {
		return fmt.Errorf("%w: %v", ErrUnverified, verdict)
	}
	return nil
}

// premises restates numbers of a view, and the mine count if wanted, for the checker; name gives
// the checker's name of every hidden cell. It reads the view again, so that a mistake in the tables
// of the deduction cannot hide here.
func premises(v mines.View, numbers []mines.Cell, count bool) (p certcheck.Problem, name map[mines.Cell]int) {
	name = map[mines.Cell]int{}
	marked := 0
	for i, m := range v.Marks {
		switch m {
		case mines.Hidden, mines.Flag:
			name[mines.Cell(i)] = p.Hidden
			p.Hidden++
		case mines.Mine:
			marked++
		default: // open
		}
	}
	p.Counted, p.Total = count, v.Mines-marked
	for _, at := range numbers {
		clue := certcheck.Clue{Mines: int(v.Marks[at])}
		for _, c := range v.AppendNeighbours(nil, at) {
			if id, ok := name[c]; ok {
				clue.Cells = append(clue.Cells, id)
			} else if v.Marks[c] == mines.Mine {
				clue.Mines--
			}
		}
		p.Clues = append(p.Clues, clue)
	}
	return p, name
}
