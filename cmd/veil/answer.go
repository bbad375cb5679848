// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/mines/analysis"
)

// solve asks the engine about a board. It returns both a position and a failure if the answer is
// incomplete, and only a failure if there is none.
func (a *app) solve(ctx context.Context, b *board, q api.MinesAnalyseQuestion) (*analysis.Position, error) {
	line := a.ShowProgress("counting layouts")
	defer line.Done()
	m, err := a.service().Solve(ctx, b.View, q, func(m *analysis.Position) {
		line.Show("%s", progressText(m))
	})
	switch {
	case m == nil:
		return nil, problemFailure(err)
	case errors.Is(ctx.Err(), context.Canceled):
		return m, interrupted()
	case m.Stopped != nil:
		return m, cutShort(m.Stopped, "Only certain cells were found.")
	case m.Win.Cut:
		return m, cutShort(context.DeadlineExceeded, "Stopped early; estimates are marked.")
	}
	return m, nil
}

// service returns the service that answers questions about Minesweeper.
func (a *app) service() *analysis.Service { return &analysis.Service{Engine: "veil " + a.Version} }

// progressText describes the progress of an answer.
func progressText(m *analysis.Position) string {
	if v := m.Win.Value; m.Win.Searched() {
		return "best play wins " + v.String() + ", searching"
	}
	if m.Win.Known() {
		return "about " + m.Win.Estimate.String() + ", playing test games"
	}
	return "searching for winning chances"
}

// risks returns the question for certain cells and risks, without winning chances.
func (b *board) risks() api.MinesAnalyseQuestion {
	return api.MinesAnalyseQuestion{Moves: "none", Budget: b.budget()}
}

// budget returns the limits that the flags of every verb set.
func (b *board) budget() api.Budget {
	return api.Budget{TimeMS: milliseconds(b.time), MemoryMB: int((b.memory + 1<<20 - 1) >> 20)}
}

// problemFailure converts a problem of the engine into a failure of the command.
func problemFailure(err error) error {
	p, ok := errors.AsType[*api.Problem](err)
	if !ok {
		return err
	}
	f := frame.Usage(p.Title)
	f.Problem = *p
	switch p.Type {
	case api.Malformed:
		f.Kind = frame.KindMalformed
	case api.Contradictory:
		f.Code, f.Kind = frame.ExitContradiction, frame.KindContradiction
	case api.TooHard, api.TooLarge:
		f.Code, f.Kind = frame.ExitBudget, frame.KindBudget
	case api.Cancelled:
		return interrupted()
	}
	if p.Detail != "" {
		f.Notes = append(f.Notes, p.Detail)
	}
	for _, sentence := range p.Reason {
		f.Notes = append(f.Notes, "  "+sentence)
	}
	if p.Advice != "" {
		f.Notes = append(f.Notes, p.Advice)
	}
	return f
}

func interrupted() *frame.Failure {
	return &frame.Failure{Code: frame.ExitInterrupted, Kind: frame.KindInterrupted, Cause: context.Canceled, What: "interrupted; the answer is not complete"}
}

// cutShort explains an answer that is correct but incomplete.
func cutShort(err error, stands string) *frame.Failure {
	f := &frame.Failure{Code: frame.ExitBudget, Kind: frame.KindBudget, Cause: err, What: "the position is too hard for this memory", Notes: []string{stands + " Raise --memory."}}
	if errors.Is(err, context.DeadlineExceeded) {
		f.What, f.Notes = "the time is up", []string{stands + " Raise --time."}
	}
	return f
}
