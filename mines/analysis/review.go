// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"cmp"
	"context"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
)

// Review is a game with every decision valued: exactly, or by an estimate of veil's play.
type Review struct {
	*Replay

	Game notation.Document // its moves open one cell each

	reckoning *reckoning      // nil without estimates
	printed   []api.MinesTurn // what does not change of the turns
}

// ReviewConfig limits a review. The zero value works.
type ReviewConfig struct {
	// Limits bound the exact search of each decision, and the games of an estimate per guess. With
	// Limits.Games below zero nothing is estimated.
	Limits api.Limits
	// Nodes limits the exact searches of all decisions together; 0 means 60,000.
	Nodes int
	// Played are the games of an earlier review of the same game with the same limits, which is
	// continued.
	Played []api.MinesPlayed
	// Progress, if set, is called with the review after each improvement.
	Progress func(*Review)
}

const (
	reviewNodes = 60_000 // of a game: one or two seconds
	quickNodes  = 10_000 // of a decision, before the first estimates
)

// ReviewGame replays a game, finished or not, and values its decisions: those at the end exactly,
// the others by estimates, the least certain first. An ended context leaves out what is missing.
func ReviewGame(ctx context.Context, game notation.Document, cfg ReviewConfig) (*Review, error) {
	game, err := SingleOpenings(game)
	if err != nil {
		return nil, err
	}
	replay, err := replayed(ctx, game, cfg.Limits)
	if err != nil {
		return nil, err
	}
	r := &Review{Replay: replay, Game: game}
	if err := r.print(ctx); err != nil {
		return nil, err
	}
	return r, r.run(ctx, cfg)
}

// print prints what does not change of the turns. Numbers of layouts can have a thousand digits,
// and a document is written after each improvement.
func (r *Review) print(ctx context.Context) error {
	for i, turn := range r.Turns {
		t := api.MinesTurn{
			Move: i + 1, Cell: turn.Action, Saw: MarkWord(turn.Saw),
			Risk: api.FractionOf(turn.Risk), Lowest: api.FractionOf(turn.Lowest), Safe: names(r.Rules, turn.Safe),
		}
		if turn.Layouts != nil {
			t.Layouts = turn.Layouts.String()
		}
		r.printed = append(r.printed, t)
		if err := canceledOnly(ctx); err != nil {
			return err
		}
	}
	return nil
}

// run climbs from exact values that are soon found to estimates of everything else.
func (r *Review) run(ctx context.Context, cfg ReviewConfig) error {
	l := cfg.Limits.WithDefaults()
	progress := func() {
		if cfg.Progress != nil {
			cfg.Progress(r)
		}
	}
	exact := newExact(r.Replay, r.Game, l)
	exact.total = cmp.Or(cfg.Nodes, reviewNodes)
	exact.found = func() error { defer progress(); return r.balance() } // the last turns are soon found
	search := func(nodes int) error { return cmp.Or(exact.solve(ctx, min(l.Nodes, nodes)), r.balance()) }
	if l.Games < 0 {
		return cmp.Or(search(quickNodes), search(l.Nodes))
	}
	views := append(r.Before(), r.last)
	r.reckoning = newReckoning(r.Replay, l)
	r.reckoning.keep(cfg.Played)
	for _, step := range []func() error{
		func() error { return r.reckoning.last(ctx, views) },
		func() error { return search(quickNodes) },
		func() error { return r.reckoning.prepare(ctx, views, l.Games) },
		func() error { return r.reckoning.first(ctx, progress) },
		func() error { return search(l.Nodes) },
		func() error { r.reckoning.joint(views); return nil },
		func() error { return r.reckoning.refine(ctx, progress) },
		func() error { return r.reckoning.curve(ctx, views, progress) },
	} {
		if err := step(); err != nil {
			return err
		}
		progress()
	}
	return nil
}

// Document returns the document mines.review/1; if retry is set it contains the position before
// each mistake.
func (r *Review) Document(retry bool) *api.MinesReview {
	doc := &api.MinesReview{
		Schema: "mines.review/1", State: api.Done,
		Width: r.Rules.Width, Height: r.Rules.Height, Mines: r.Rules.Mines, First: r.Rules.First.String(),
		Result: resultWord(r.Status), Turns: []api.MinesTurn{},
	}
	if r.First != nil {
		doc.FirstClick = r.Rules.Name(*r.First)
	}
	if r.Exact > 0 {
		doc.State = api.Partial
	}
	sum := 0.0
	for i, turn := range r.Turns {
		t := r.turn(i)
		if i >= r.Exact {
			sum += turn.Accuracy()
		}
		doc.Turns = append(doc.Turns, t)
	}
	if n := len(r.Turns) - r.Exact; n > 0 {
		mean := sum / float64(n)
		doc.ExactFrom, doc.Accuracy = r.Exact+1, &mean
		l := r.Ledger
		doc.Ledger = api.NewLedgerSheet(l.Start, l.GivenAway, l.Luck, l.Result)
	}
	r.estimates(doc)
	r.times(doc)
	if retry {
		r.puzzles(doc)
	}
	return doc
}

// puzzles adds the position before each mistake.
func (r *Review) puzzles(doc *api.MinesReview) {
	for i, v := range r.Before() {
		if t := &doc.Turns[i]; t.Verdict != "" || t.Estimate != nil && t.Estimate.Verdict != "" {
			t.Before = HandForm(v)
		}
	}
}

func resultWord(s veil.Status) string {
	switch s {
	case veil.Won:
		return "won"
	case veil.Lost:
		return "lost"
	default:
		return "open"
	}
}

func (r *Review) turn(i int) api.MinesTurn {
	turn, t := r.Turns[i], r.printed[i]
	t.Win, t.Value, t.After = api.NewValue(turn.Played), api.NewValue(turn.Value), api.NewValue(turn.After)
	t.Best, t.Verdict = append([]string{}, turn.Best...), turn.Judge().Word()
	if turn.Exact() {
		accuracy := turn.Accuracy()
		t.GivenAway, t.Luck, t.Accuracy = api.RatFraction(turn.GivenAway()), api.RatFraction(turn.Luck()), &accuracy
	}
	return t
}

// Before returns the player's view before each turn.
func (r *Review) Before() []mines.View { return r.views(r.Game, func(int) bool { return true }) }
