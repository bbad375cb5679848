// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/domain/krieg"
	"github.com/veilplan/veil/search/andor"
	"github.com/veilplan/veil/solve"
)

// Desk answers questions. Its zero value works; all its methods may be called at the same
// time. Every error is an *api.Problem.
type Desk struct {
	// Limits bound every answer, whatever the question asks for.
	Limits solve.Limits
}

// search returns the limits of a search. A question that gives a time and no other limit is
// searched for as long as the time and the memory last; without any limit the number of nodes
// is the default, so that the answer is the same on every machine.
func (d *Desk) search(b api.KriegBudget) (time.Duration, andor.Config) {
	l := d.Limits.Of(api.Budget{TimeMS: b.TimeMS, MemoryMB: b.MemoryMB, Nodes: int(b.Nodes)})
	cfg := andor.Config{Nodes: int64(l.Nodes), States: b.States, Memory: l.Memory}
	if b.Nodes == 0 && b.States > 0 {
		cfg.Nodes = int64(d.Limits.Nodes)
	}
	return l.Time, cfg
}

// read reads what a player knows.
func (d *Desk) read(ctx context.Context, in api.KriegInput, most krieg.Limits) (*Belief, error) {
	l := d.Limits.WithDefaults()
	if len(in.Text) > l.Text {
		return nil, api.NewTooLarge("the text is too long", l.Text, len(in.Text), "bytes")
	}
	r := krieg.Reader{Limits: krieg.Limits{Boards: l.Boards, Nodes: most.Nodes}, Weigh: krieg.Weighing(in.Weights)}
	if most.Boards > 0 {
		r.Limits.Boards = min(l.Boards, most.Boards)
	}
	if in.Rules != "" {
		rules, err := krieg.RulesNamed(in.Rules)
		if err != nil {
			return nil, unsupported(err)
		}
		r.Rules = &rules
	}
	s, err := r.Read(ctx, in.Text)
	b := &Belief{Situation: s}
	switch {
	case s.History != nil && len(s.History.Events) > l.Turns:
		return nil, api.NewTooLarge("the history is too long", l.Turns, len(s.History.Events), "events")
	case errors.Is(err, krieg.ErrNoHistory):
		p := api.NewProblem(api.Impossible, err.Error(), "")
		p.Advice = "count every position the same, or enter what was heard from the start of the game"
		return nil, p
	case errors.Is(err, veil.ErrTooHard):
		p := api.NewProblem(api.TooHard, "too many positions fit", err.Error())
		p.Limit = fmt.Sprintf("%d positions", r.Limits.Boards)
		return b, p
	case err != nil:
		return b, unfit(ctx, b, err)
	}
	return b, nil
}

func unsupported(err error) *api.Problem {
	p := api.NewProblem(api.Unsupported, err.Error(), "")
	for _, r := range krieg.Rulesets() {
		p.Supported = append(p.Supported, r.Name)
	}
	return p
}

// unfit explains a text that cannot be read, or that no position fits, and where.
func unfit(ctx context.Context, b *Belief, err error) *api.Problem {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return api.ProblemOf(err)
	}
	p := api.NewProblem(api.Malformed, "the position cannot be read", err.Error())
	if errors.Is(err, veil.ErrImpossible) {
		p.Type, p.Title = api.Contradictory, "no position fits what was heard"
	}
	if line, ok := errors.AsType[*krieg.LineError](err); ok {
		p.Line, p.Detail = line.Line, line.Err.Error()
	}
	if heard, ok := errors.AsType[*krieg.HeardError](err); ok {
		contradicted(ctx, p, b, heard)
	}
	return p
}

// contradicted says what a line contradicts: none of the positions that fit the lines before
// it explains it, and what could have been heard instead.
func contradicted(ctx context.Context, p *api.Problem, b *Belief, e *krieg.HeardError) {
	p.Detail = fmt.Sprintf("%s: none of the %s that fit everything before it explains it.", e.Said, positions(e.Before.Len()))
	if e.Before.Len() == 1 {
		p.Detail = e.Said + ": the only position that fits everything before it does not explain it."
	}
	if b.Lines != nil {
		p.Line = b.Lines[e.Event]
		p.Lines, p.Reason = Conflict(ctx, &b.Situation, e.Event)
	}
	event := b.History.Events[e.Event]
	action := event.Action
	if event.By != e.Before.Me() {
		action = krieg.Wait
	}
	if e.Before.Len() > mostTried {
		return
	}
	var words []string
	list, err := e.Before.Chances(ctx, action)
	if err != nil {
		return
	}
	for _, c := range list {
		words = append(words, c.Heard.Words(e.Before.Rules()))
	}
	slices.Sort(words)
	if words = slices.Compact(words); len(words) > 8 {
		words = append(words[:8], "…")
	}
	if len(words) > 0 {
		p.Reason = append(p.Reason, "Could be heard here: "+strings.Join(words, "; ")+".")
	}
}

// Conflict returns the lines of a referee log that cannot all be right, and says so, when
// no board explains an event.
func Conflict(ctx context.Context, b *krieg.Situation, event int) (lines []int, reason []string) {
	c := b.History.Conflict(ctx, event)
	var names []string
	for _, e := range c.Events {
		lines = append(lines, b.Lines[e])
		names = append(names, strconv.Itoa(b.Lines[e]))
	}
	switch last := len(names) - 1; {
	case last == 0:
		return lines, []string{fmt.Sprintf("Line %s cannot be right, whatever else was heard.", names[0])}
	case c.Minimal:
		reason = []string{fmt.Sprintf("Lines %s and %s cannot all be right; without any one of them the others can.", strings.Join(names[:last], ", "), names[last])}
	default:
		reason = []string{fmt.Sprintf("Lines %s and %s cannot all be right; perhaps fewer of them clash.", strings.Join(names[:last], ", "), names[last])}
	}
	return lines, reason
}

// Belief answers which positions are possible.
func (d *Desk) Belief(ctx context.Context, q api.KriegBeliefQuestion) (*api.KriegBelief, error) {
	l := d.Limits.WithDefaults()
	q.List, q.Sample = min(q.List, l.List), min(q.Sample, l.List)
	if strings.Trim(q.Piece, Kinds) != "" || q.List < 0 || q.From < 0 || q.Sample < 0 {
		return nil, api.NewProblem(api.Impossible, "piece has letters of kqrbnp; list, from and sample are not negative", "")
	}
	ctx, cancel := solve.WithTime(ctx, l.Time)
	defer cancel()
	b, err := d.read(ctx, q.Position, krieg.Limits{Boards: q.Boards, Nodes: exactWork * l.Boards})
	if p, ok := errors.AsType[*api.Problem](err); ok && p.Type == api.TooHard && b.History != nil {
		b, err = d.estimate(ctx, &b.Situation, q.Seed)
	}
	if err == nil && q.Tries {
		err = b.FindTries(ctx)
	}
	if err == nil {
		err = b.FindMen(ctx)
	}
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return b.Document(q), nil
}

// estimate follows a history that fits too many positions to hold.
func (d *Desk) estimate(ctx context.Context, s *krieg.Situation, seed uint64) (*Belief, error) {
	b, err := Estimate(ctx, s, seed, nil)
	if err != nil {
		return nil, unfit(ctx, &Belief{Situation: *s}, err)
	}
	return b, nil
}

// Why answers what a try would teach.
func (d *Desk) Why(ctx context.Context, q api.KriegWhyQuestion) (*api.KriegWhy, error) {
	ctx, cancel := solve.WithTime(ctx, d.Limits.Time)
	defer cancel()
	b, err := d.read(ctx, q.Position, krieg.Limits{})
	if err != nil {
		return nil, err
	}
	w, err := NewWhy(ctx, b, q.Try)
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return w.Document(), nil
}

// Ask answers a question in JSON, see [api.Ask].
func (d *Desk) Ask(ctx context.Context, question []byte, tell func(document []byte)) {
	solve.Ask(question, tell, func(kind string, _ func(any)) (any, error) { return d.ask(ctx, kind, question) })
}

func (d *Desk) ask(ctx context.Context, kind string, question []byte) (any, error) {
	switch kind {
	case "krieg.belief":
		return solve.Reply(question, func(q api.KriegBeliefQuestion) (*api.KriegBelief, error) { return d.Belief(ctx, q) })
	case "krieg.why":
		return solve.Reply(question, func(q api.KriegWhyQuestion) (*api.KriegWhy, error) { return d.Why(ctx, q) })
	case "krieg.mate":
		return solve.Reply(question, func(q api.KriegMateQuestion) (*api.KriegMate, error) { return d.Mate(ctx, q, nil) })
	case "krieg.whatif":
		return solve.Reply(question, func(q api.KriegWhatIfQuestion) (*api.KriegWhatIf, error) { return d.WhatIf(ctx, q) })
	case "krieg.check":
		return solve.Reply(question, func(q api.KriegCheckQuestion) (*api.KriegCheck, error) { return d.Check(ctx, q) })
	case "krieg.print":
		return solve.Reply(question, func(q api.KriegPrintQuestion) (*api.KriegPrinted, error) { return d.Print(ctx, q) })
	default:
		return nil, solve.Unknown(kind, "krieg.belief, krieg.why, krieg.mate, krieg.whatif, krieg.check or krieg.print")
	}
}
