// SPDX-License-Identifier: BSD-3-Clause

package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/domain/mines"
	"github.com/veilplan/veil/play"
)

// optimalParams say when the optimal player is exact.
type optimalParams struct {
	// MaxLayouts is the largest position it solves; above it plays like safest.
	MaxLayouts int `json:"max_layouts"`
	// Start is the first click if the whole board is larger than that.
	Start string `json:"start"`
}

// optimalMines plays perfectly wherever it can see to the end.
func optimalMines(game minesGame, rules mines.Rules, objective mines.Objective) Player {
	return Player{
		Name: "optimal", About: "plays perfectly where it can solve the position, else like safest",
		New: func(raw json.RawMessage) (Seating, any, error) {
			params, err := Strict(raw, optimalParams{MaxLayouts: 20_000, Start: "r1c1"})
			if err == nil {
				_, err = rules.ParseCell(params.Start)
			}
			book := newMinesBook(MinesConfig{MaxLayouts: params.MaxLayouts, Objective: objective})
			return seatOptimal(game, rules, params, book), params, err
		},
	}
}

func seatOptimal(game minesGame, rules mines.Rules, params optimalParams, book *minesBook) Seating {
	return func(r *rand.Rand) (play.Player, error) {
		p := newSweeper(rules, everything)
		p.guess = func(ctx context.Context) (play.PolicyMove[mines.Cell], error) {
			return book.best(ctx, p.view, func() (play.PolicyMove[mines.Cell], error) {
				if p.view.Untouched() {
					return thought(firstClick(rules, params.Start, r), false), nil
				}
				return p.lowestRisk(r, false)
			})
		}
		return game.Player(p), nil
	}
}

// minesBook remembers the best moves of positions that were solved, for all games of a
// player at once. Best moves are exact, so what is remembered changes no result.
type minesBook struct {
	cfg   MinesConfig
	roots minesRoots
	mu    sync.Mutex
	moves map[string]play.PolicyMove[mines.Cell]
}

// maxBook bounds the memory of a book: some 200 bytes a position.
const maxBook = 1 << 20

func newMinesBook(cfg MinesConfig) *minesBook {
	cfg.Search.BestOnly = true
	return &minesBook{cfg: cfg, moves: map[string]play.PolicyMove[mines.Cell]{}}
}

// best returns the best move of a position, or what otherwise says if it is too hard.
func (b *minesBook) best(
	ctx context.Context, v mines.View, otherwise func() (play.PolicyMove[mines.Cell], error),
) (play.PolicyMove[mines.Cell], error) {
	key := marksKey(v)
	b.mu.Lock()
	move, ok := b.moves[key]
	b.mu.Unlock()
	if ok {
		return move, nil
	}
	move, err := b.solve(ctx, v)
	if errors.Is(err, veil.ErrTooHard) {
		return otherwise()
	}
	if err == nil && !move.Cut {
		b.mu.Lock()
		if len(b.moves) < maxBook {
			b.moves[key] = move
		}
		b.mu.Unlock()
	}
	return move, err
}

func marksKey(v mines.View) string {
	key := make([]byte, len(v.Marks))
	for i, m := range v.Marks {
		key[i] = byte(m)
	}
	return string(key)
}

// solve finds the first of the best moves, or what is proved to be worth most within
// the budget.
func (b *minesBook) solve(ctx context.Context, v mines.View) (play.PolicyMove[mines.Cell], error) {
	var move play.PolicyMove[mines.Cell]
	k, err := mines.Know(v, mines.Limit{})
	if err != nil {
		return move, err
	}
	values, err := b.values(ctx, v, k)
	if err != nil {
		return move, err
	}
	if len(values.Moves) == 0 {
		return move, play.ErrStuck
	}
	best := values.Moves[0].Cell // what is proved to be worth most
	if len(values.Best) > 0 {
		best = values.Best[0]
	}
	move = thought(best, k.MineCount(best).Sign() > 0)
	move.Value, move.Cut = values.Value, values.Cut
	move.Work = veil.Budget{Nodes: int(values.Stats.Nodes)}
	return move, nil
}

// values searches a position. Without a budget the answer does not depend on what the
// search knew before, so it may begin with what was learned from an earlier position.
func (b *minesBook) values(ctx context.Context, v mines.View, k *mines.Knowledge) (MinesValues, error) {
	if b.cfg.Nodes == 0 {
		if root := b.roots.above(v, k.Layouts()); root != nil {
			return root.run(ctx, v)
		}
	}
	s, err := NewMinesSearch(k, b.cfg)
	if err != nil {
		return MinesValues{}, err
	}
	values, err := s.Run(ctx, veil.Budget{Nodes: b.cfg.Nodes})
	if err == nil && b.cfg.Nodes == 0 && values.Done {
		b.roots.keep(v, s)
	}
	return values, err
}
