// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/explain"
)

// Contradiction returns the problem that explains why no layout fits a board: the numbers that
// clash, and how.
func Contradiction(ctx context.Context, v mines.View) *api.Problem {
	p := api.NewProblem(api.Contradictory, "no mine layout fits this board", "")
	reasoner, err := explain.NewReasoner(ctx, v)
	if err != nil {
		p.Detail = err.Error()
		return p
	}
	conflict, found, err := reasoner.ExplainConflict()
	if err != nil || !found {
		p.Detail = "Which numbers clash could not be found out within the budget."
		return p
	}
	p.Detail, p.Advice, p.MineCount = conflict.Headline.Text, conflict.Advice.Text, conflict.Count
	for _, sentence := range conflict.Sentences {
		p.Reason = append(p.Reason, sentence.Text)
	}
	p.Conflict = names(v.Rules, conflict.Numbers)
	return p
}

// Malformed returns the problem that reports an unreadable text, with the place if that is known.
func Malformed(err error) *api.Problem {
	p := api.NewProblem(api.Malformed, "the position cannot be read", err.Error())
	if syntax, ok := errors.AsType[*mines.SyntaxError](err); ok {
		p.Line, p.Column, p.Expected = syntax.Line, syntax.Column, syntax.Expected
	}
	return p
}
