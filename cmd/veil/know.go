// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"

	"github.com/veilplan/veil"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// analyse finds out all about a board. It returns both an analysis and a failure if
// only a part of the answer is known, and only a failure if there is no answer.
func (a *app) analyse(ctx context.Context, b *board) (*solvemines.Position, error) {
	defer a.showProgress("counting layouts").Done()
	ctx, cancel := b.deadline(ctx)
	defer cancel()
	m, err := solvemines.Look(ctx, b.View, b.limit)
	switch {
	case err == nil:
		return m, nil
	case errors.Is(err, veil.ErrImpossible):
		return nil, contradiction(b.View, err)
	case m == nil:
		return nil, usage(err.Error())
	default:
		return m, cutShort(err, "what is printed is certain")
	}
}

// analyseWins is analyse followed, if they are wanted, by the search for winning chances.
func (a *app) analyseWins(ctx context.Context, b *board, win winFlags, wanted func(*solvemines.Position) bool) (*solvemines.Position, error) {
	ctx, cancel := b.deadline(ctx)
	defer cancel()
	an, err := a.analyse(ctx, b)
	if err != nil || !wanted(an) {
		return an, err
	}
	line := a.showProgress("searching for winning chances")
	defer line.Done()
	show := func() { line.Show("winning chance so far: %v", an.Win.Value) }
	if err := win.search(ctx, an, show); err != nil {
		return an, cutShort(err, "what is printed is proved")
	}
	return an, nil
}

// deadline limits the context to the time the user gave.
func (b *board) deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.time > 0 {
		return context.WithTimeout(ctx, b.time)
	}
	return context.WithCancel(ctx)
}

// cutShort explains an answer that is true but not complete.
func cutShort(err error, stands string) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	f := &failure{code: exitBudget, kind: kindBudget, cause: err, what: err.Error()}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.what = "the time is up"
		f.notes = []string{stands + "; give more with --time"}
	case errors.Is(err, context.Canceled):
		f.code, f.kind, f.what = exitInterrupted, kindInterrupted, stands+", but not all there is to know"
	default:
		f.notes = []string{stands + "; give more room with --memory"}
	}
	return f
}
