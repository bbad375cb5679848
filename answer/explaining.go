// SPDX-License-Identifier: BSD-3-Clause

package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/analysis"
	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/search/optimal"
)

// Explain says why cells are safe, mines, or as risky as they are.
func (d *Desk) Explain(ctx context.Context, q analysis.MinesWhy) (*analysis.MinesExplanation, error) {
	doc, err := d.read(q.Position)
	if err != nil {
		return nil, err
	}
	cells, err := hiddenCells(doc.View, q.Cells)
	if err != nil {
		return nil, err
	}
	b := d.budget(q.Budget)
	ctx, cancel := analysis.Limit(ctx, b.time)
	defer cancel()
	m, err := d.look(ctx, doc.View, b)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(cells, m.IsOpen) {
		if err := m.Search(ctx, b.search(false, nil)); err != nil {
			return nil, analysis.ProblemOf(err)
		}
	}
	e, err := m.Explain(cells)
	if err != nil {
		return nil, noReason(err)
	}
	return e.Document(), nil
}

// hiddenCells reads cells, each of which must be hidden.
func hiddenCells(v mines.View, list []string) ([]mines.Cell, error) {
	if len(list) == 0 {
		return nil, analysis.NewProblem(analysis.Impossible, "no cell is named", "name hidden cells, such as r1c3")
	}
	var cells []mines.Cell
	for _, name := range list {
		c, err := v.ParseCell(name)
		if err != nil {
			return nil, analysis.NewProblem(analysis.Impossible, err.Error(), "")
		}
		if mark := v.Marks[c]; !mark.IsHidden() {
			return nil, analysis.NewProblem(analysis.Impossible, fmt.Sprintf("%s is not hidden: it shows %s", v.Name(c), MarkWord(mark)),
				"ask about a cell that is not open")
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// noReason explains why there are no words for something that is certain.
func noReason(err error) error {
	if errors.Is(err, mines.ErrUnverified) || errors.Is(err, mines.ErrNotCertain) {
		panic(err) // the two solvers disagree: nothing may be shown
	}
	return analysis.ProblemOf(err)
}

// glance finds out about a position within the usual budget.
func (d *Desk) glance(ctx context.Context, in analysis.Input) (*Mines, error) {
	doc, err := d.read(in)
	if err != nil {
		return nil, err
	}
	b := d.budget(analysis.Budget{})
	ctx, cancel := analysis.Limit(ctx, b.time)
	defer cancel()
	return d.look(ctx, doc.View, b)
}

// Hint helps to find a safe cell.
func (d *Desk) Hint(ctx context.Context, q analysis.MinesHintQuestion) (*analysis.MinesHint, error) {
	m, err := d.glance(ctx, q.Position)
	if err != nil {
		return nil, err
	}
	level := mines.HintLevel(cmp.Or(q.Level, int(mines.Nudge)))
	hint, err := m.Know.Reasoner().Hint(level)
	if err != nil {
		return nil, noReason(err)
	}
	return m.HintDocument(hint, level), nil
}

// Check says whether a board can exist and a guess is forced.
func (d *Desk) Check(ctx context.Context, q analysis.MinesCheckQuestion) (*analysis.MinesCheck, error) {
	m, err := d.glance(ctx, q.Position)
	if err != nil {
		return nil, err
	}
	return m.Check(), nil
}

// The limits of the search of one decision of a game, if the question does not say.
const (
	reviewNodes   = 100_000
	reviewLayouts = 3_000
)

// Review splits a game into mistakes and luck.
func (d *Desk) Review(ctx context.Context, q analysis.MinesGame) (*analysis.MinesReview, error) {
	game, err := d.read(q.Game)
	if err != nil {
		return nil, err
	}
	if most := d.Limits.withDefaults().Turns; len(game.Moves) > most {
		return nil, analysis.NewTooLarge("the game is too long", most, len(game.Moves), "moves")
	}
	b := d.budget(q.Budget)
	ctx, cancel := analysis.Limit(ctx, b.time)
	defer cancel()
	r, err := NewReview(ctx, game, catalog.MinesConfig{
		Nodes: cmp.Or(q.Budget.Nodes, reviewNodes), MaxLayouts: cmp.Or(q.Budget.MaxLayouts, reviewLayouts),
		Search: optimal.Config{MaxBytes: b.memory / 2},
	})
	if errors.Is(err, veil.ErrImpossible) {
		return nil, analysis.NewProblem(analysis.Contradictory, "the game contradicts itself", err.Error())
	}
	if err != nil {
		return nil, analysis.ProblemOf(err)
	}
	doc := r.Document(q.Retry)
	doc.Engine = d.Engine
	return doc, nil
}
