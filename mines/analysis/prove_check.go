// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/search/proof"
)

// ErrOpenProof reports a proof without a verdict.
var ErrOpenProof = errors.New("the search ended without a verdict: there is nothing to check")

// ReadProof reads a proof in JSON and checks its form, not its claim.
func ReadProof(r io.Reader) (*Proof, error) {
	p := new(Proof)
	if err := proof.ReadJSON(r, p); err != nil {
		return nil, fmt.Errorf("not a proof: %w", err)
	}
	if p.Schema != proofSchema {
		return nil, fmt.Errorf("schema %q: this program reads %s", p.Schema, proofSchema)
	}
	return p, nil
}

// Check reads the position again, lists its layouts and replays the plan or the guesses from all of
// them with the rules alone. The error is [proof.ErrRejected] if the replay contradicts the
// verdict.
func (p *Proof) Check(ctx context.Context, l api.Limits) (proof.Report, error) {
	doc, err := new(Service).read(api.Input{Format: string(notation.FormatBoard), Text: p.Position})
	if err != nil {
		return proof.Report{}, err
	}
	f, start, err := fieldOf(ctx, doc.View, l)
	switch {
	case err != nil:
		return proof.Report{}, err
	case len(start) != p.Layouts:
		return proof.Report{}, rejected("%d layouts fit, not %d", len(start), p.Layouts)
	}
	switch p.Verdict {
	case NoGuess:
		if p.Plan == nil || p.Guesses != nil {
			return proof.Report{}, rejected("the verdict is %q, which needs a plan", p.Verdict)
		}
		return proof.Check(ctx, f.rules(), start, p.Plan)
	case MayGuess:
		if p.Plan != nil {
			return proof.Report{}, rejected("the verdict is %q, but there is a plan", p.Verdict)
		}
		return proof.Report{States: len(start)}, f.checkGuesses(ctx, start, p.Guesses)
	default:
		return proof.Report{}, ErrOpenProof
	}
}

// CheckPlan replays a plan from every layout of a position with the rules alone. The error is [proof.ErrRejected] if
// it does not open every safe cell.
func CheckPlan(ctx context.Context, v mines.View, p *proof.Plan) error {
	f, start, err := fieldOf(ctx, v, api.Limits{})
	if err == nil {
		_, err = proof.Check(ctx, f.rules(), start, p)
	}
	return err
}

func rejected(format string, args ...any) error {
	return fmt.Errorf("%w: %s", proof.ErrRejected, fmt.Sprintf(format, args...))
}

// checkGuesses checks that a guess may be forced: after every first click, if that is still to
// come.
func (f field) checkGuesses(ctx context.Context, start []mines.State, list []api.MinesForced) error {
	if start[0].Placed {
		if len(list) != 1 {
			return rejected("%d guesses, not one", len(list))
		}
		return f.checkGuess(ctx, start, &list[0])
	}
	clicks := f.AppendActions(nil, &start[0])
	if len(list) != len(clicks) {
		return rejected("guesses after %d first clicks, not %d", len(list), len(clicks))
	}
	for i, c := range clicks {
		if o := list[i].Opened; len(o) == 0 || o[0].Cell != f.NameAction(c) {
			return rejected("no guess after the first click at %s", f.NameAction(c))
		}
		if err := f.checkGuess(ctx, start, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// checkGuess checks that the openings are free, that they may show what is claimed, and that
// no cell is safe afterwards.
func (f field) checkGuess(ctx context.Context, b []mines.State, g *api.MinesForced) error {
	if g.Refutation == nil {
		return rejected("a guess without layouts")
	}
	for _, o := range g.Opened {
		c, err := f.Rules().ParseCell(o.Cell)
		if err != nil {
			return rejected("%v", err)
		}
		if b, err = f.afterFree(b, c, o.Shows); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if g.Refutation.Plies < int(b[0].Left) || b[0].Left == 0 {
		return rejected("the refutation is of %d cells, but %d are left", g.Refutation.Plies, b[0].Left)
	}
	return proof.CheckRefutation(ctx, f.rules(), b, g.Refutation)
}

// afterFree returns the layouts that are left when a cell shows a number. The cell must be
// hidden and safe in all of them.
func (f field) afterFree(b []mines.State, c mines.Cell, shows int) ([]mines.State, error) {
	name := f.NameAction(c)
	if b[0].Open.Has(c) {
		return nil, rejected("%s is open already", name)
	}
	for i := range b {
		if b[i].Mines.Has(c) {
			return nil, rejected("%s is a mine if the mines are %s", name, f.NameState(&b[i]))
		}
	}
	if shows < 0 || shows > 8 {
		return nil, rejected("%s shows %d", name, shows)
	}
	then := f.readings(b, c)[shows]
	if len(then) == 0 {
		return nil, rejected("%s cannot show %d", name, shows)
	}
	return then, nil
}
