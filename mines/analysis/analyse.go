// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
)

// Analyse returns the risks and winning chances of a position. On the way it passes better and
// better documents to tell, all in the state "running": exact risks first, then bounds and
// estimates.
func (s *Service) Analyse(ctx context.Context, q api.MinesAnalyseQuestion, tell api.Tell[*api.MinesAnalysis]) (*api.MinesAnalysis, error) {
	doc, err := s.read(q.Position)
	if err != nil {
		return nil, err
	}
	return s.analyse(ctx, doc.View, q, tell)
}

func (s *Service) analyse(
	ctx context.Context, v mines.View, q api.MinesAnalyseQuestion, tell api.Tell[*api.MinesAnalysis],
) (*api.MinesAnalysis, error) {
	m, err := s.Solve(ctx, v, q, func(m *Position) {
		if tell != nil {
			tell(func() *api.MinesAnalysis {
				doc := s.document(ctx, m, q)
				doc.State, doc.Cut = api.Running, false
				return doc
			})
		}
	})
	if err != nil {
		return nil, err
	}
	return s.document(ctx, m, q), nil
}

// document writes the analysis as far as it has come, within the time for words.
func (s *Service) document(ctx context.Context, m *Position, q api.MinesAnalyseQuestion) *api.MinesAnalysis {
	ctx, cancel := s.words(ctx)
	defer cancel()
	doc := m.Document(ctx, DetailOf(q))
	doc.Engine = s.Engine
	return doc
}

// Solve analyses a view as a question asks, within the limits of both the question and the service.
// It calls progress, if set, a few times per second with the position as analysed so far; from the
// first call on it has exact risks.
func (s *Service) Solve(ctx context.Context, v mines.View, q api.MinesAnalyseQuestion, progress func(*Position)) (*Position, error) {
	l := s.Limits.Of(q.Budget)
	limited, cancel := api.WithTime(ctx, l.Time)
	defer cancel()
	m, err := s.look(limited, v, l)
	if err != nil {
		return nil, err
	}
	if err := m.checkDigits(DetailOf(q), l.Digits); err != nil {
		return nil, err
	}
	m.recommend(Estimated{})
	if q.Moves == "none" {
		return m, canceled(ctx)
	}
	now := func() {}
	if progress != nil {
		progress(m)
		now = api.Paced(limited, func() { progress(m) })
	}
	m.BestOnly = q.Moves == "best"
	if err := m.Solve(limited, l, now); err != nil {
		return nil, api.ProblemOf(err)
	}
	return m, canceled(ctx)
}

// canceled returns the problem that reports a withdrawn question, and nil if only its time was up:
// then the partial answer stands.
func canceled(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return api.ProblemOf(err)
	}
	return nil
}

// parseCode reads a position from its [mines.View.Code].
func (s *Service) parseCode(code string) (mines.View, error) {
	v, err := mines.ParseCode(code)
	if err != nil {
		return v, api.NewProblem(api.Malformed, "the position cannot be read", err.Error())
	}
	if most := min(maxNamed, s.Limits.WithDefaults().Cells); v.Cells() > most {
		return v, api.NewTooLarge("the board is too large", most, v.Cells(), "cells")
	}
	return v, nil
}
