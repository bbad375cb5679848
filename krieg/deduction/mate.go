// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/search/andor"
)

// verdictWord returns a verdict as documents write it.
func verdictWord(v andor.Verdict) string {
	switch v {
	case andor.Proved:
		return Forced
	case andor.Disproved:
		return NotForced
	default:
		return "unknown"
	}
}

// ReasonOf returns in words why a search ended.
func ReasonOf(cut error) string {
	switch {
	case errors.Is(cut, context.Canceled):
		return "interrupted"
	case errors.Is(cut, context.DeadlineExceeded):
		return "time limit reached"
	default:
		return cut.Error()
	}
}

// Refuted reports whether the verdict "no mate" is proved by a refutation, and not only by an
// exhaustive search.
func Refuted(a *Answer) bool {
	return slices.ContainsFunc(a.Cases, func(c Case) bool { return c.Refutation != nil })
}

// MateDocument returns an answer as a document.
func MateDocument(a *Answer, method string) *api.KriegMate {
	doc := &api.KriegMate{
		Schema: "krieg.mate/1", Rules: a.Rules.String(), Me: a.Me.String(), Verdict: verdictWord(a.Verdict), Moves: (a.Plies + 1) / 2,
		Plies: a.Plies, Boards: a.Boards(), Kind: "exact", Estimate: a.Sample, Method: method, Nodes: a.Stats.Nodes, States: a.Stats.States,
	}
	if a.Sample != nil {
		doc.Kind = "estimate"
	}
	switch {
	case a.Verdict == andor.Proved:
		doc.Moves, doc.ProvedBy = a.Moves(), "plan"
	case a.Verdict == andor.Unknown && a.Cut == nil: // still running
	case a.Verdict == andor.Unknown:
		doc.Cut, doc.OnSample = ReasonOf(a.Cut), a.OnSample()
	case Refuted(a):
		doc.ProvedBy = "refutation"
	default:
		doc.ProvedBy = "exhaustive search"
	}
	for i := range a.Cases {
		doc.Cases = append(doc.Cases, caseDocument(a, &a.Cases[i]))
	}
	return doc
}

func caseDocument(a *Answer, c *Case) api.KriegCase {
	out := api.KriegCase{
		Announced: c.Announced.Describe(a.Rules), Boards: len(c.States), Verdict: verdictWord(c.Verdict), Plies: c.Plies,
		AllKeys: c.All, Plan: c.Plan, Refutation: c.Refutation,
	}
	if a.Sample != nil && c.Verdict == andor.Proved {
		out.Verdict = verdictWord(andor.Unknown) // the plan wins from the sample
	}
	for _, k := range c.Keys {
		out.Keys = append(out.Keys, k.String())
	}
	if c.Near != nil {
		covered := len(c.Near.Of)
		out.Winnable, out.Covered = &c.Near.Winnable, &covered
	}
	if c.Plan != nil {
		out.Told = Tell(&krieg.Model{Rules: a.Rules, Me: a.Me}, &c.Case, c.Plan)
	}
	return out
}

// Mate answers whether mate can be forced. On the way it calls tell with the results so far, and
// again if it is interrupted.
func (s *Service) Mate(ctx context.Context, q api.KriegMateQuestion, tell api.Tell[*api.KriegMate]) (*api.KriegMate, error) {
	most, cfg := s.Search(q.Budget)
	ctx, cancel := api.WithTime(ctx, most)
	defer cancel()
	b, err := s.read(ctx, q.Position, 0, q.Seed)
	if err != nil {
		return nil, err
	}
	plies := q.Plies
	if plies == 0 {
		plies = 2*b.Moves - 1
	}
	if plies < 1 || plies > 99 {
		return nil, api.NewProblem(api.Impossible, "mate in how many?", `give plies, 1 to 99, or "goal: mate in N" in the position`)
	}
	cfg.Beliefs, cfg.Refutation = true, DefaultRefutation
	var latest *Answer
	document := func() *api.KriegMate { return MateDocument(latest, "veil") }
	o := Options{Config: cfg, Keys: true, Near: true}
	if tell != nil {
		now := api.Paced(ctx, func() { tell(document) })
		o.Tell = func(a *Answer) { latest = a; now() }
	}
	got, err := Solve(ctx, b, plies, o)
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	if latest = got; errors.Is(ctx.Err(), context.Canceled) { // perhaps after the verdict, during the search for more
		if tell != nil {
			tell(document)
		}
		return nil, api.ProblemOf(ctx.Err())
	}
	return document(), nil
}

// mostStates limits the states of a branch that are listed.
const mostStates = 5000

// WhatIf returns what is left of a mate after one try.
func (s *Service) WhatIf(ctx context.Context, q api.KriegWhatIfQuestion) (*api.KriegWhatIf, error) {
	most, cfg := s.Search(q.Budget)
	ctx, cancel := api.WithTime(ctx, most)
	defer cancel()
	m, states, err := readStates(ctx, q)
	if err != nil {
		return nil, err
	}
	own := krieg.NewOwnView(m.Rules, m.Me, states[0].Pos)
	a, err := own.Read(q.Try)
	if err != nil {
		return nil, api.NewProblem(api.Impossible, err.Error(), "")
	}
	got, err := Try(ctx, m, states, q.Plies, a, cfg)
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	doc := &api.KriegWhatIf{
		Schema: "krieg.whatif/1", Rules: m.Rules.String(), Me: m.Me.String(), Try: a.String(), Name: own.Name(a),
		Plies: q.Plies, Verdict: verdictWord(got.Verdict), Won: got.Won, Branches: []api.KriegBranch{},
	}
	for i := range got.Branches {
		doc.Branches = append(doc.Branches, branchDocument(m, &got.Branches[i]))
	}
	doc.Why = whyNot(m, doc.Name, got)
	return doc, nil
}

// readStates reads states that a document listed, and checks that they can belong to one player's
// belief.
func readStates(ctx context.Context, q api.KriegWhatIfQuestion) (*krieg.Model, []krieg.State, error) {
	rules, err := krieg.RulesNamed(q.Rules)
	if err != nil {
		return nil, nil, unsupported(err)
	}
	m := &krieg.Model{Rules: rules}
	if q.Me == "black" {
		m.Me = krieg.Black
	}
	var states []krieg.State
	for i, text := range q.States {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, nil, api.ProblemOf(ctx.Err())
		}
		s, err := krieg.ParseState(text)
		if err != nil {
			return nil, nil, api.NewProblem(api.Malformed, fmt.Sprintf("state %d: %v", i+1, err), "")
		}
		if s.Over != krieg.Running || s.Pos.ToMove() != m.Me || i > 0 && s.Pos.Without(m.Me.Other()) != states[0].Pos.Without(m.Me.Other()) {
			return nil, nil, api.NewProblem(api.Impossible, fmt.Sprintf("state %d: the game is over, it is not %v's turn, or the men of %v differ", i+1, m.Me, m.Me), "")
		}
		states = append(states, s)
	}
	if len(states) == 0 {
		return nil, nil, api.NewProblem(api.Impossible, "no states", "")
	}
	return m, states, nil
}

func branchDocument(m *krieg.Model, b *Branch) api.KriegBranch {
	out := api.KriegBranch{
		Heard: heardWords(m, b), Refused: b.Refused, Over: b.States[0].Over.String(),
		Verdict: verdictWord(b.Verdict), Plies: b.Plies, Boards: len(b.States),
	}
	if out.Over == "" && len(b.States) <= mostStates {
		for i := range b.States {
			out.States = append(out.States, m.NameState(&b.States[i]))
		}
	}
	return out
}

// heardWords returns the announcement on a branch, in words.
func heardWords(m *krieg.Model, b *Branch) string {
	answer := b.Answer.Words(m.Rules)
	switch {
	case b.Refused || b.States[0].Over != krieg.Running && b.Reply == (krieg.Percept{}):
		return answer
	case b.Answer == krieg.Percept{}:
		return b.Reply.Words(m.Rules)
	default:
		return answer + ", then " + b.Reply.Words(m.Rules)
	}
}

// whyNot returns the branch on which a mate fails first, in words.
func whyNot(m *krieg.Model, name string, w *WhatIf) string {
	for i := range w.Branches {
		b := &w.Branches[i]
		switch {
		case w.Verdict != b.Verdict || b.Verdict == andor.Proved:
		case b.Verdict == andor.Unknown:
			return fmt.Sprintf("%s: not known within the budget.", name)
		case b.States[0].Over != krieg.Running:
			return fmt.Sprintf("%s fails: after %s the game is over.", name, heardWords(m, b))
		case b.Plies == 0:
			return fmt.Sprintf("%s fails: after %s there is no mate yet, and no move is left (%s).", name, heardWords(m, b), positions(len(b.States)))
		default:
			return fmt.Sprintf("%s fails: after %s no order of tries mates in %d on all of the %s.", name, heardWords(m, b), (b.Plies+1)/2, positions(len(b.States)))
		}
	}
	return ""
}

func positions(n int) string {
	if n == 1 {
		return "1 position"
	}
	return fmt.Sprintf("%d positions", n)
}
