// SPDX-License-Identifier: BSD-3-Clause

package deduction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg"
)

func unsupported(err error) *api.Problem {
	p := api.NewProblem(api.Unsupported, err.Error(), "")
	for _, r := range krieg.Rulesets() {
		p.Supported = append(p.Supported, r.Name)
	}
	return p
}

// Explain returns an error of a [krieg.Reader] as a problem: a text that cannot be read, or that no
// position or too many fit, and where. The situation is the one the reader returned with the error.
func Explain(ctx context.Context, b *krieg.Situation, err error) *api.Problem {
	p := api.NewProblem(api.Malformed, "the position cannot be read", err.Error())
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return api.ProblemOf(err)
	case errors.Is(err, krieg.ErrNoHistory):
		p = api.NewProblem(api.Impossible, err.Error(), "")
		p.Advice = "count every position the same, or enter what was heard from the start of the game"
		return p
	case errors.Is(err, veil.ErrTooHard):
		return api.NewProblem(api.TooHard, "too many positions fit", err.Error())
	case errors.Is(err, veil.ErrImpossible):
		p.Type, p.Title = api.Contradictory, "no position fits what was heard"
	}
	if line, ok := errors.AsType[*krieg.LineError](err); ok {
		p.Line, p.Detail = line.Line, strings.TrimSuffix(line.Err.Error(), ": "+veil.ErrImpossible.Error())
	}
	if heard, ok := errors.AsType[*krieg.HeardError](err); ok {
		contradicted(ctx, p, b, heard)
	}
	return p
}

// contradicted adds what a line contradicts: no position that fits the lines before it explains it,
// and what could have been announced instead.
func contradicted(ctx context.Context, p *api.Problem, b *krieg.Situation, e *krieg.HeardError) {
	p.Detail = fmt.Sprintf("%s: none of the %s that fit everything before it explains it.", e.Said, positions(e.Before.Len()))
	if e.Before.Len() == 1 {
		p.Detail = e.Said + ": the only position that fits everything before it does not explain it."
	}
	if b.Lines != nil {
		p.Line = b.Lines[e.Event]
		p.Lines, p.Reason = conflict(ctx, b, e.Event)
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

// conflict returns, when no board explains an event, the lines of a referee log that cannot all be
// right, and the reason in words.
func conflict(ctx context.Context, b *krieg.Situation, event int) (lines []int, reason []string) {
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
