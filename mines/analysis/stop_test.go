// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
	"github.com/veilplan/veil/mines/notation"
)

// ended returns a context whose time was up before it began.
func ended(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithDeadline(t.Context(), time.Time{})
	t.Cleanup(cancel)
	return ctx
}

// TestNoGuessStops: whether a board needs a guess is not found out once nobody wants to know.
func TestNoGuessStops(t *testing.T) {
	game, err := Draw{Rules: mines.Rules{Width: 30, Height: 16, Mines: 40, First: mines.Zero}, Click: "r8c15"}.Game(3)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := needsNoGuess(ended(t), game); ok || !errors.Is(err, veil.ErrTooHard) {
		t.Errorf("%v, %v", ok, err)
	}
}

// TestReviewAfterItsTime: the moves that are left when the time is up are listed without values; a review that was
// withdrawn ends.
func TestReviewAfterItsTime(t *testing.T) {
	rules := mines.Rules{Width: 8, Height: 8, Mines: 10, First: mines.Any}
	layout := make(mines.Layout, rules.Cells())
	for i := range rules.Mines {
		layout[6*i+1] = true
	}
	game, err := mines.NewGameOn(rules, layout)
	if err != nil {
		t.Fatal(err)
	}
	for c, mine := range layout {
		if !mine && game.Mark(mines.Cell(c)).IsHidden() {
			if err := game.Play(mines.Move{Kind: mines.MoveOpen, Cell: mines.Cell(c)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	doc := notation.Document{View: game.View(), Layout: layout, Moves: game.Moves()}
	r, err := ReviewGame(ended(t), doc, ReviewConfig{Limits: api.Limits{}.WithDefaults()})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Turns) != len(doc.Moves) {
		t.Errorf("%d turns of %d", len(r.Turns), len(doc.Moves))
	}
	if slices.ContainsFunc(r.Turns, func(turn ReplayTurn) bool { return turn.Risk.Badge() != veil.Unknown }) {
		t.Error("a move was valued after the time")
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ReviewGame(gone, doc, ReviewConfig{Limits: api.Limits{}.WithDefaults()}); !errors.Is(err, context.Canceled) {
		t.Errorf("withdrawn: %v", err)
	}
}

// TestDocumentStops: what takes long to write is left out when the time is up, and the document says so.
func TestDocumentStops(t *testing.T) {
	v, err := mines.ParseCode(mustView(t, "5x5/5\n1....\n.....\n.....\n.....\n.....\n").Code())
	if err != nil {
		t.Fatal(err)
	}
	m, err := Look(t.Context(), v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ctx context.Context
		cut bool
	}{{t.Context(), false}, {ended(t), true}} {
		doc := m.Snapshot().Document(c.ctx, Detail{Outcomes: true})
		if doc.Cut != c.cut || (doc.Moves[0].Outcomes == nil) != c.cut || doc.Moves[0].Risk == nil {
			t.Errorf("cut %v: %+v", c.cut, doc.Moves[0])
		}
	}
}

func mustView(t *testing.T, text string) mines.View {
	t.Helper()
	doc, err := notation.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc.View
}

// TestPositionStops: risks that are not all compared are not shown in an order.
func TestPositionStops(t *testing.T) {
	v := mustView(t, "5x5/5\n1....\n.....\n.....\n.....\n.....\n")
	a, err := count.Analyse(v, count.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	if _, whole := newPosition(v, a, nil, func() bool { return true }); whole {
		t.Error("a position that was given up is taken for whole")
	}
	if m := NewPosition(v, a.CertainOnly(), context.Canceled); m.Counted() || m.Risks[3].Badge() != veil.Unknown {
		t.Errorf("%v", m.Risks[3])
	}
}
