// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/proof"
)

// CheckProof replays a proof with at most the given number of boards. An error means that the
// question cannot be read.
func CheckProof(ctx context.Context, d *Document, boards int) (*api.KriegCheck, error) {
	got, err := d.Check(ctx, boards)
	doc := &api.KriegCheck{Schema: "krieg.check/1", Holds: err == nil && got.Proved, KriegChecked: got}
	switch {
	case errors.Is(err, proof.ErrRejected):
		doc.Why = err.Error()
	case err != nil:
		return nil, err
	case !got.Proved:
		doc.Why = "the verdict rests on an exhaustive search: there is no certificate to check"
	}
	return doc, nil
}

// ErrNoPlan reports a refutation that is to be printed as a plan.
var ErrNoPlan = errors.New("there is no plan to print")

// cancelWriter writes until its context ends.
type cancelWriter struct {
	ctx context.Context // of one call of PrintProof
	w   io.Writer
}

func (c cancelWriter) Write(text []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(text)
}

// PrintProof writes the plans of a proof as text, pgn or dot.
func PrintProof(ctx context.Context, w io.Writer, d *Document, form string, boards int) error {
	m, cases, err := d.Read(ctx, boards)
	if err != nil {
		return err
	}
	if len(cases) != len(d.Cases) {
		return fmt.Errorf("%w: the plan does not fit its question", proof.ErrRejected)
	}
	for i := range d.Cases {
		if err := printCase(cancelWriter{ctx, w}, m, &cases[i], d.Cases[i].Plan, form); err != nil {
			return err
		}
	}
	return nil
}

func printCase(w io.Writer, m *krieg.Model, c *krieg.Case, p *proof.Plan, form string) error {
	switch {
	case p == nil:
		return ErrNoPlan
	case form == "dot":
		return p.WriteDOT(w)
	case form == "pgn":
		return WritePGN(w, m, c, p)
	default:
		return WriteText(w, m, c, p, nil)
	}
}

// readable refuses a proof beyond the limits.
func (s *Service) readable(p *api.KriegProof) (*Document, error) {
	l := s.Limits.WithDefaults()
	nodes := 0
	for i := range p.Cases {
		if c := &p.Cases[i]; c.Plan != nil {
			nodes += len(c.Plan.Nodes)
		}
	}
	switch {
	case p.Schema != Schema:
		return nil, api.NewProblem(api.Malformed, "not a proof document", "the schema is not "+Schema)
	case len(p.Question) > l.Text:
		return nil, api.NewTooLarge("the question of the proof is too long", l.Text, len(p.Question), "bytes")
	case nodes > mostNodes:
		return nil, api.NewTooLarge("the proof is too large", mostNodes, nodes, "nodes")
	}
	return &Document{KriegProof: *p}, nil
}

// DefaultRefutation limits a refutation, the proof that no mate is forced, in nodes. A larger one is
// not returned.
const DefaultRefutation = 20_000

// mostNodes limits plans from elsewhere: replaying is not interrupted. Every refutation that veil
// writes by default is within it.
const mostNodes = DefaultRefutation

// Check returns whether a proof holds.
func (s *Service) Check(ctx context.Context, q api.KriegCheckQuestion) (*api.KriegCheck, error) {
	ctx, cancel := api.WithTime(ctx, s.Limits.Time)
	defer cancel()
	p, err := s.readable(&q.Proof)
	if err != nil {
		return nil, err
	}
	doc, err := CheckProof(ctx, p, s.Limits.WithDefaults().Boards)
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return doc, nil
}

// mostText limits the length of a printed proof, in bytes.
const mostText = 4 << 20

// Print writes a proof in another form.
func (s *Service) Print(ctx context.Context, q api.KriegPrintQuestion) (*api.KriegPrinted, error) {
	ctx, cancel := api.WithTime(ctx, s.Limits.Time)
	defer cancel()
	p, err := s.readable(&q.Proof)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := PrintProof(ctx, &out, p, q.As, s.Limits.WithDefaults().Boards); err != nil {
		return nil, api.ProblemOf(err)
	}
	if out.Len() > mostText {
		return nil, api.NewTooLarge("the proof is too long in this form", mostText, out.Len(), "bytes")
	}
	return &api.KriegPrinted{Schema: "krieg.printed/1", As: q.As, Text: out.String()}, nil
}
