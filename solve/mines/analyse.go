// SPDX-License-Identifier: BSD-3-Clause

package mines

import (
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/solve"
)

// Analyse says what is known of a position and what its moves are worth. It tells ever
// better documents on the way, all of them in the state "running": exact risks, then what
// cells may show, then bounds.
func (d *Desk) Analyse(ctx context.Context, q api.MinesQuestion, tell api.Tell[*api.MinesAnalysis]) (*api.MinesAnalysis, error) {
	doc, err := d.read(q.Position)
	if err != nil {
		return nil, err
	}
	return d.analyse(ctx, doc.View, q, tell)
}

func (d *Desk) analyse(
	ctx context.Context, v mines.View, q api.MinesQuestion, tell api.Tell[*api.MinesAnalysis],
) (*api.MinesAnalysis, error) {
	b := d.budget(q.Budget)
	limited, cancel := solve.WithTime(ctx, b.time)
	defer cancel()
	m, err := d.look(limited, v, b)
	if err != nil {
		return nil, err
	}
	say := func(detail Detail, state string) *api.MinesAnalysis {
		doc := m.Document(detail)
		doc.Engine = d.Engine
		if state != "" {
			doc.State, doc.Cut = state, false
		}
		return doc
	}
	if tell != nil {
		tell(func() *api.MinesAnalysis { return say(Risks, api.Running) })
	}
	if !m.hasty {
		m.Count(limited)
	}
	if ctx.Err() != nil {
		return nil, api.ProblemOf(ctx.Err())
	}
	if q.Moves == "none" {
		return say(Everything, ""), nil
	}
	var progress func()
	if tell != nil {
		progress = solve.Paced(limited, func() {
			tell(func() *api.MinesAnalysis { return say(Everything, api.Running) })
		})
	}
	if err := m.Search(limited, b.search(q.Moves == "best", progress)); err != nil {
		return nil, api.ProblemOf(err)
	}
	if ctx.Err() != nil {
		return nil, api.ProblemOf(ctx.Err())
	}
	return say(Everything, ""), nil
}

// parseCode reads a position by its code.
func (d *Desk) parseCode(code string) (mines.View, error) {
	v, err := mines.ParseCode(code)
	if err != nil {
		return v, api.NewProblem(api.Malformed, "the position cannot be read", err.Error())
	}
	if most := min(maxNamed, d.Limits.withDefaults().Cells); v.Cells() > most {
		return v, api.NewTooLarge("the board is too large", most, v.Cells(), "cells")
	}
	return v, nil
}
