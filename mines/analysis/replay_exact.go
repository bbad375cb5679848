// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"math"
	"math/big"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/notation"
	"github.com/veilplan/veil/search/optimal"
)

// exactTurns values the turns of a replay exactly, the last first: each position contains those
// after it, so its search finds them in the table. It ends at the first that is too hard, because
// the earlier ones are no easier.
type exactTurns struct {
	*Replay

	limits api.Limits
	views  []mines.View // before the turns from first on, and after the last
	first  int
	next   int // the turn to search; len(Turns) is the position after the last turn
	memory *optimal.Memory
	spent  int          // nodes
	total  int          // limit of spent
	found  func() error // called after each turn
}

func newExact(r *Replay, doc notation.Document, l api.Limits) *exactTurns {
	e := &exactTurns{Replay: r, limits: l.WithDefaults(), next: len(r.Turns)}
	e.limits.Games, e.total, e.found = -1, math.MaxInt, func() error { return nil }
	e.memory = optimal.NewMemory(e.limits.Memory)
	for e.first = len(r.Turns); e.first > 0 && e.listable(e.first-1); e.first-- {
	}
	e.views = append(r.views(doc, func(turn int) bool { return turn >= e.first }), r.last)
	if r.Status != veil.Open || len(r.Turns) == 0 {
		e.next--
	}
	return e
}

// listable reports whether so few layouts fitted before a turn that some search may list them.
func (e *exactTurns) listable(turn int) bool {
	n := e.Turns[turn].Layouts
	return n != nil && n.Cmp(big.NewInt(int64(e.limits.Readings))) <= 0
}

// solve searches as many turns as it can with this many nodes each.
func (e *exactTurns) solve(ctx context.Context, nodes int) error {
	for e.next >= e.first && e.spent < e.total && ctx.Err() == nil {
		values, err := e.position(ctx, e.views[e.next-e.first], min(nodes, e.total-e.spent))
		if err != nil {
			return err
		}
		e.enter(values)
		if values == nil || !values.Win.Done {
			break
		}
		e.next--
		if err := e.found(); err != nil {
			return err
		}
	}
	return canceledOnly(ctx)
}

// canceledOnly returns the error of a withdrawn question. If only its time is up, the values found
// are the answer.
func canceledOnly(ctx context.Context) error {
	if err := ctx.Err(); err != nil && isCanceled(err) {
		return err
	}
	return nil
}

// position searches one position; nil if it cannot be counted.
func (e *exactTurns) position(ctx context.Context, v mines.View, nodes int) (*Position, error) {
	m, err := Look(ctx, v, counting(e.limits))
	if m == nil || !m.Counted() {
		return nil, ignoreEnd(err)
	}
	m.memory = e.memory
	m.BestOnly = e.next < len(e.Turns) && e.wholeIsLong() && isCertain(e.Turns[e.next])
	l := e.limits
	l.Nodes = nodes
	err = m.Solve(ctx, l, nil)
	e.spent += int(m.Win.Stats.Nodes)
	return m, err
}

// wholeIsLong reports whether it takes long to value every move. Before a certain move only the
// best are needed.
func (e *exactTurns) wholeIsLong() bool {
	const most = 2000
	return e.Turns[e.next].Layouts.Cmp(big.NewInt(most)) > 0
}

// isCertain reports whether a turn opened a cell that was certainly safe.
func isCertain(turn ReplayTurn) bool {
	return turn.Risk.Badge() == veil.Exact && turn.Risk.Rat().Sign() == 0
}

// enter enters the values of the position before turn e.next.
func (e *exactTurns) enter(m *Position) {
	if m == nil {
		return
	}
	if e.next > 0 && m.Win.Searched() {
		e.Turns[e.next-1].After = m.Win.Value
	}
	if e.next == len(e.Turns) {
		return
	}
	turn := &e.Turns[e.next]
	turn.Value = m.Win.Value
	if turn.Played.Badge() != veil.Exact { // not a certain mine
		turn.Played, _ = m.Win.Of(turn.Cell)
	}
	if isCertain(*turn) && turn.Value.Badge() == veil.Exact {
		turn.Played = turn.Value // opening it costs nothing
	}
	turn.Best = nil
	for _, b := range m.Win.Proved {
		turn.Best = append(turn.Best, m.View.Name(b))
	}
}

// views returns the player's views before the turns that are wanted.
func (r *Replay) views(doc notation.Document, want func(turn int) bool) []mines.View {
	game, err := mines.NewGameOn(r.Rules, doc.Layout)
	if err != nil {
		panic("replaying a game that was reviewed: " + err.Error())
	}
	var views []mines.View
	turn := 0
	for i, m := range doc.Moves {
		if i > 0 || r.First == nil {
			if want(turn) {
				views = append(views, game.View())
			}
			turn++
		}
		if err := game.Play(m); err != nil {
			panic("replaying a game that was reviewed: " + err.Error())
		}
	}
	return views
}
