// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"cmp"
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
	Limits Limits
}

// Limits bound every answer, whatever the question asks for. A zero means the default.
type Limits struct {
	Text   int           // bytes of a position or history; 256 KiB
	Boards int           // of a belief; 100,000
	Events int           // of a history; 2,000
	List   int           // boards listed at a time; 1,000
	Time   time.Duration // most time; 30 s
	Usual  time.Duration // time if the question does not say; 10 s
	Memory int64         // bytes of tables; 512 MiB
}

func (l Limits) withDefaults() Limits {
	l.Text = cmp.Or(l.Text, 256<<10)
	l.Boards = cmp.Or(l.Boards, 100_000)
	l.Events = cmp.Or(l.Events, 2000)
	l.List = cmp.Or(l.List, 1000)
	l.Time = cmp.Or(l.Time, 30*time.Second)
	l.Usual = cmp.Or(l.Usual, 10*time.Second)
	l.Memory = cmp.Or(l.Memory, 512<<20)
	return l
}

// search returns the limits of a search.
func (d *Desk) search(ctx context.Context, b api.KriegBudget) (context.Context, context.CancelFunc, andor.Config) {
	l := d.Limits.withDefaults()
	most := l.Usual
	switch {
	case b.TimeMS > 0:
		most = min(l.Time, time.Duration(b.TimeMS)*time.Millisecond)
	case b.Nodes > 0 || b.States > 0: // the same on every machine, unless it takes too long for any
		most = l.Time
	}
	cfg := andor.Config{Nodes: b.Nodes, States: b.States, Memory: l.Memory}
	if b.MemoryMB > 0 {
		cfg.Memory = min(l.Memory, int64(b.MemoryMB)<<20)
	}
	ctx, cancel := solve.WithTime(ctx, most)
	return ctx, cancel, cfg
}

// read reads what a player knows.
func (d *Desk) read(ctx context.Context, in api.KriegInput, boards int) (*Belief, error) {
	l := d.Limits.withDefaults()
	if len(in.Text) > l.Text {
		return nil, api.NewTooLarge("the text is too long", l.Text, len(in.Text), "bytes")
	}
	limited, cancel := solve.WithTime(ctx, l.Time)
	defer cancel()
	r := krieg.Reader{Limits: krieg.Limits{Boards: l.Boards}, Weigh: krieg.Weighing(in.Weights)}
	if boards > 0 {
		r.Limits.Boards = min(l.Boards, boards)
	}
	if in.Rules != "" {
		rules, err := krieg.RulesNamed(in.Rules)
		if err != nil {
			return nil, unsupported(err)
		}
		r.Rules = &rules
	}
	s, err := r.Read(limited, in.Text)
	b := &Belief{Situation: s}
	switch {
	case s.History != nil && len(s.History.Events) > l.Events:
		return nil, api.NewTooLarge("the history is too long", l.Events, len(s.History.Events), "events")
	case errors.Is(err, krieg.ErrNoHistory):
		p := api.NewProblem(api.Impossible, err.Error(), "")
		p.Advice = "count every position the same, or enter what was heard from the start of the game"
		return nil, p
	case errors.Is(err, veil.ErrTooHard):
		p := api.NewProblem(api.TooHard, "too many positions fit", err.Error())
		p.Limit = fmt.Sprintf("%d positions", r.Limits.Boards)
		return b, p
	case err != nil:
		return b, unfit(b, err)
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
func unfit(b *Belief, err error) *api.Problem {
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
		contradicted(p, b, heard)
	}
	return p
}

// contradicted says what a line contradicts: none of the positions that fit the lines before
// it explains it, and what could have been heard instead.
func contradicted(p *api.Problem, b *Belief, e *krieg.HeardError) {
	p.Detail = fmt.Sprintf("%s: none of the %s that fit everything before it explains it.", e.Said, positions(e.Before.Len()))
	if e.Before.Len() == 1 {
		p.Detail = e.Said + ": the only position that fits everything before it does not explain it."
	}
	if b.Lines != nil {
		p.Line = b.Lines[e.Event]
		p.Lines, p.Reason = Conflict(&b.Situation, e.Event)
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
	list, err := e.Before.Chances(context.TODO(), action)
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
func Conflict(b *krieg.Situation, event int) (lines []int, reason []string) {
	c := b.History.Conflict(context.TODO(), event)
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
	l := d.Limits.withDefaults()
	q.List, q.Sample = min(q.List, l.List), min(q.Sample, l.List)
	if strings.Trim(q.Piece, Kinds) != "" || q.List < 0 || q.From < 0 || q.Sample < 0 {
		return nil, api.NewProblem(api.Impossible, "piece has letters of kqrbnp; list, from and sample are not negative", "")
	}
	b, err := d.read(ctx, q.Position, q.Boards)
	if p, ok := errors.AsType[*api.Problem](err); ok && p.Type == api.TooHard && q.Sample > 0 && b.History != nil {
		limited, cancel := solve.WithTime(ctx, l.Time)
		defer cancel()
		b, err = Stream(limited, b.History, q.Sample, q.Seed)
		if errors.Is(err, veil.ErrTooHard) {
			return nil, p
		}
	}
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return b.Document(q), nil
}

// Why answers what a try would teach.
func (d *Desk) Why(ctx context.Context, q api.KriegWhyQuestion) (*api.KriegWhy, error) {
	b, err := d.read(ctx, q.Position, 0)
	if err != nil {
		return nil, err
	}
	w, err := NewWhy(b, q.Try)
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
