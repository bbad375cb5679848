// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"context"
	"fmt"
	"io"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/search/proof"
)

// Schema is the schema of a document.
const Schema = "krieg.proof/1"

// Document is an answer that can be checked without the program that found it.
type Document struct{ api.KriegProof }

// The verdicts of a document.
const (
	Forced    = "mate"
	NotForced = "no mate"
)

// NewDocument returns an answer as a document.
func NewDocument(question string, rules *krieg.Rules, a *Answer) (*Document, error) {
	if a.Sample != nil {
		return nil, ErrSample // the question has other positions
	}
	d := &Document{api.KriegProof{Schema: Schema, Question: question, Plies: a.Plies}}
	if rules != nil {
		d.Rules = rules.String()
	}
	switch a.Verdict {
	case andor.Proved:
		d.Verdict = Forced
	case andor.Disproved:
		d.Verdict = NotForced
	default:
		return nil, ErrOpen
	}
	for i := range a.Cases {
		c := &a.Cases[i]
		d.Cases = append(d.Cases, api.KriegProved{
			Announced: c.Announced.Describe(a.Rules), Boards: len(c.States), Plan: c.Plan, Refutation: c.Refutation,
		})
	}
	return d, nil
}

// ReadDocument reads a document in JSON and checks its form, not its claim.
func ReadDocument(r io.Reader) (*Document, error) {
	d := new(Document)
	if err := proof.ReadJSON(r, d); err != nil {
		return nil, fmt.Errorf("not a proof document: %w", err)
	}
	if d.Schema != Schema {
		return nil, fmt.Errorf("schema %q: this program reads %s", d.Schema, Schema)
	}
	return d, nil
}

// Read returns the cases of the question. It refuses a belief of more than limit boards; 0 means no
// limit.
func (d *Document) Read(ctx context.Context, limit int) (*krieg.Model, []krieg.Case, error) {
	var rules *krieg.Rules
	if d.Rules != "" {
		r, err := krieg.RulesNamed(d.Rules)
		if err != nil {
			return nil, nil, err
		}
		rules = &r
	}
	s, err := krieg.Reader{Rules: rules, Limits: krieg.Limits{Boards: limit}}.Read(ctx, d.Question)
	if err != nil {
		return nil, nil, fmt.Errorf("question: %w", err)
	}
	cases, err := s.Belief.Cases(ctx)
	return &krieg.Model{Rules: s.Belief.Rules(), Me: s.Belief.Me()}, cases, err
}

// Check reads the question again, finds its boards and replays every plan and refutation from all
// of them. It returns an error, such as [proof.ErrRejected], unless every claim of the document
// holds.
func (d *Document) Check(ctx context.Context, limit int) (api.KriegChecked, error) {
	m, cases, err := d.Read(ctx, limit)
	if err != nil {
		return api.KriegChecked{}, err
	}
	if len(cases) != len(d.Cases) {
		return api.KriegChecked{}, rejected("%d cases, but the question has %d", len(d.Cases), len(cases))
	}
	out := api.KriegChecked{Verdict: d.Verdict, Proved: d.Verdict == Forced}
	refuted := false
	for i := range cases {
		ok, err := d.checkCase(ctx, m, &cases[i], &d.Cases[i], &out)
		if err != nil {
			return api.KriegChecked{}, err
		}
		refuted = refuted || ok
	}
	switch {
	case d.Verdict == NotForced:
		out.Proved = refuted
	case d.Verdict != Forced:
		return api.KriegChecked{}, rejected("verdict %q", d.Verdict)
	}
	return out, nil
}

// checkCase checks the proof of one case and reports whether it refutes the mate.
func (d *Document) checkCase(ctx context.Context, m *krieg.Model, c *krieg.Case, p *api.KriegProved, out *api.KriegChecked) (refuted bool, err error) {
	if said := c.Announced.Describe(m.Rules); said != p.Announced || len(c.States) != p.Boards {
		return false, rejected("%d boards of which %q is announced, but the question has %d of %q", p.Boards, p.Announced, len(c.States), said)
	}
	out.Boards += len(c.States)
	switch {
	case p.Plan != nil && p.Refutation != nil:
		return false, rejected("a plan and a refutation of the same boards")
	case p.Plan != nil:
		if p.Plan.Plies > d.Plies {
			return false, rejected("the plan has %d plies, want at most %d", p.Plan.Plies, d.Plies)
		}
		report, err := proof.Check(ctx, Rules(m), c.States, p.Plan)
		out.Nodes += len(p.Plan.Nodes)
		out.Steps += report.Steps
		return false, err
	case d.Verdict == Forced:
		return false, rejected("no plan")
	case p.Refutation != nil:
		if p.Refutation.Plies < d.Plies {
			return false, rejected("the refutation has %d plies, want at least %d", p.Refutation.Plies, d.Plies)
		}
		out.Nodes += len(p.Refutation.Nodes)
		return true, proof.CheckRefutation(ctx, Rules(m), c.States, p.Refutation)
	default:
		return false, nil // one refuted case is enough for NotForced, others need no proof
	}
}

func rejected(format string, args ...any) error {
	return fmt.Errorf("%w: %w", proof.ErrRejected, fmt.Errorf(format, args...))
}
