// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/explain"
)

// Explain returns why cells are safe or mines, or how many layouts make them risky.
func (s *Service) Explain(ctx context.Context, q api.MinesExplainQuestion) (*api.MinesExplanation, error) {
	doc, err := s.read(q.Position)
	if err != nil {
		return nil, err
	}
	cells, err := HiddenCells(doc.View, q.Cells)
	if err != nil {
		return nil, err
	}
	m, err := s.Solve(ctx, doc.View, api.MinesAnalyseQuestion{Budget: q.Budget, Moves: s.wanted(ctx, doc.View, cells)}, nil)
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.words(ctx)
	defer cancel()
	e, err := m.Explain(ctx, cells)
	if err != nil {
		return nil, NoReason(err)
	}
	return e.Document(), nil
}

// HiddenCells reads the names of cells, in the given order. Each cell must be hidden.
func HiddenCells(v mines.View, list []string) ([]mines.Cell, error) {
	if len(list) == 0 || list[0] == "" {
		return nil, api.NewProblem(api.Impossible, "no cell is named", "name hidden cells, such as r1c3")
	}
	var cells []mines.Cell
	for _, name := range list {
		c, err := v.ParseCell(name)
		if err != nil {
			return nil, api.NewProblem(api.Impossible, err.Error(), "")
		}
		if mark := v.Marks[c]; !mark.IsHidden() {
			return nil, api.NewProblem(api.Impossible, fmt.Sprintf("%s is not hidden: it shows %s", v.Name(c), MarkWord(mark)),
				"ask about a cell that is not open")
		}
		cells = append(cells, c)
	}
	return cells, nil
}

// NoReason returns the problem that reports a certain cell without a reason in words. It panics if
// the check of a reason failed: then two solvers disagree, and nothing may be shown.
func NoReason(err error) error {
	switch {
	case errors.Is(err, explain.ErrUnverified) || errors.Is(err, explain.ErrNotCertain):
		panic(err)
	case errors.Is(err, veil.ErrTooHard) || errors.Is(err, context.DeadlineExceeded):
		return api.NewProblem(api.TooHard, "the reason is too hard to find within this budget", "The cell is still proved safe or a mine.")
	default:
		return api.ProblemOf(err)
	}
}

// wanted returns which winning chances an explanation of the cells needs: none if all are certain.
func (s *Service) wanted(ctx context.Context, v mines.View, cells []mines.Cell) string {
	ctx, cancel := api.WithTime(ctx, s.Limits.Time)
	defer cancel()
	m, err := Look(ctx, v, counting(s.Limits))
	if err != nil {
		return "all"
	}
	if slices.ContainsFunc(cells, m.IsOpen) {
		return "all"
	}
	return "none"
}

// glance determines what is certain, and the risks of the other cells, without a search.
func (s *Service) glance(ctx context.Context, in api.Input) (*Position, error) {
	doc, err := s.read(in)
	if err != nil {
		return nil, err
	}
	return s.Solve(ctx, doc.View, api.MinesAnalyseQuestion{Moves: "none"}, nil)
}

// words returns a context with a separate time limit for the work after the search, reasons and
// documents: a search may use all of its time, and an answer without words is useless.
func (s *Service) words(ctx context.Context) (context.Context, context.CancelFunc) {
	const least, part = 200 * time.Millisecond, 4
	if s.Limits.Time == 0 {
		return api.WithTime(ctx, 0)
	}
	return api.WithTime(ctx, max(least, s.Limits.Time/part))
}

// Hint returns a hint at a safe cell or, if there is none, at the best guess.
func (s *Service) Hint(ctx context.Context, q api.MinesHintQuestion) (*api.MinesHint, error) {
	doc, err := s.read(q.Position)
	if err != nil {
		return nil, err
	}
	level := explain.HintLevel(cmp.Or(q.Level, int(explain.Nudge)))
	moves := "none"
	if level == explain.Answer {
		moves = "all"
	}
	m, err := s.Solve(ctx, doc.View, api.MinesAnalyseQuestion{Moves: moves}, nil)
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.words(ctx)
	defer cancel()
	hint, err := m.Hint(ctx, level)
	if err != nil {
		return nil, NoReason(err)
	}
	return m.HintDocument(hint, level), nil
}

// Check returns whether any layout fits a board, and whether a guess is forced.
func (s *Service) Check(ctx context.Context, q api.MinesCheckQuestion) (*api.MinesCheck, error) {
	m, err := s.glance(ctx, q.Position)
	if err != nil {
		return nil, err
	}
	return m.Check(), nil
}

// Review splits the result of a game into mistakes and luck.
func (s *Service) Review(ctx context.Context, q api.MinesGame) (*api.MinesReview, error) {
	return s.TellReview(ctx, q, nil)
}

// TellReview is Review that passes better and better documents to tell, all in the state "running":
// risks first, then exact values and estimates.
func (s *Service) TellReview(ctx context.Context, q api.MinesGame, tell api.Tell[*api.MinesReview]) (*api.MinesReview, error) {
	game, err := s.read(q.Game)
	if err != nil {
		return nil, err
	}
	if most := s.Limits.WithDefaults().Turns; len(game.Moves) > most {
		return nil, api.NewTooLarge("the game is too long", most, len(game.Moves), "moves")
	}
	cfg := ReviewConfig{Limits: s.Limits.Of(q.Budget), Played: q.Played}
	if q.Budget.Nodes > 0 || q.Budget.TimeMS > 0 {
		cfg.Nodes = math.MaxInt // limited for each decision, or by the time
	}
	ctx, cancel := api.WithTime(ctx, cfg.Limits.Time)
	defer cancel()
	if tell != nil {
		cfg.Progress = s.telling(ctx, q, tell)
	}
	r, err := ReviewGame(ctx, game, cfg)
	if errors.Is(err, veil.ErrImpossible) {
		return nil, api.NewProblem(api.Contradictory, "the game contradicts itself", err.Error())
	}
	if err != nil {
		return nil, api.ProblemOf(err)
	}
	return s.reviewed(r, q), nil
}

// telling returns the progress of a review that tells its documents.
func (s *Service) telling(ctx context.Context, q api.MinesGame, tell api.Tell[*api.MinesReview]) func(*Review) {
	var latest *Review
	report := func() {
		tell(func() *api.MinesReview {
			doc := s.reviewed(latest, q)
			doc.State = api.Running
			return doc
		})
	}
	now, valued := api.Sparing(ctx, report), false
	return func(r *Review) {
		latest = r
		if !valued && r.valued() { // the first winning chance does not wait
			now, valued = api.Sparing(ctx, report), true
		}
		now()
	}
}

func (s *Service) reviewed(r *Review, q api.MinesGame) *api.MinesReview {
	doc := r.Document(q.Retry)
	doc.Engine = s.Engine
	if q.Played != nil {
		doc.Played = r.Played()
	}
	return doc
}
