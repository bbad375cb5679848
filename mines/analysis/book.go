// SPDX-License-Identifier: BSD-3-Clause

package analysis

import (
	"context"
	"errors"
	"sync"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/mines"
	"github.com/veilplan/veil/mines/count"
)

// BookMove is the best move of a position and its value.
type BookMove struct {
	Cell  mines.Cell
	Guess bool // it may be a mine
	Value veil.Value
	Cut   bool // the context ended the search
	Nodes int
}

// ErrNoMove reports a position in which nothing can be opened.
var ErrNoMove = errors.New("no cell can be opened")

// Book remembers the best moves of solved positions, for all games of a player at once. Best moves
// are exact, so remembering them changes no result.
type Book struct {
	cfg   SearchConfig
	roots roots
	mu    sync.Mutex
	moves map[string]BookMove
}

// maxBook limits the memory of a book: some 200 bytes per position.
const maxBook = 1 << 20

// NewBook returns an empty book.
func NewBook(cfg SearchConfig) *Book {
	cfg.Search.BestOnly = true
	return &Book{cfg: cfg, moves: map[string]BookMove{}}
}

// Best returns the best move of a position. The error is veil.ErrTooHard if too many layouts
// fit, and ErrNoMove if nothing can be opened.
func (b *Book) Best(ctx context.Context, v mines.View) (BookMove, error) {
	key := marksKey(v)
	b.mu.Lock()
	move, ok := b.moves[key]
	b.mu.Unlock()
	if ok {
		return move, nil
	}
	move, err := b.solve(ctx, v)
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

// solve returns the first of the best moves or, if the budget ends first, the move with the highest
// proved value.
func (b *Book) solve(ctx context.Context, v mines.View) (BookMove, error) {
	var move BookMove
	a, err := count.Analyse(v, count.Limit{Stop: stopping(ctx)})
	if err != nil {
		return move, err
	}
	values, err := b.values(ctx, v, a)
	if err != nil {
		return move, err
	}
	if len(values.Moves) == 0 {
		return move, ErrNoMove
	}
	best := values.Moves[0].Cell // the highest proved value
	if len(values.Proved) > 0 {
		best = values.Proved[0]
	}
	return BookMove{
		Cell: best, Guess: a.MineCount(best).Sign() > 0, Value: values.Value, Cut: values.Cut, Nodes: int(values.Stats.Nodes),
	}, nil
}

// values searches a position. Without a budget the answer does not depend on what the search knew
// before, so it may start from the table of an earlier position.
func (b *Book) values(ctx context.Context, v mines.View, a *count.Analysis) (Values, error) {
	if b.cfg.Nodes == 0 {
		if root := b.roots.above(v, a.Layouts()); root != nil {
			return root.run(ctx, v)
		}
	}
	s, err := NewSearch(ctx, a, b.cfg)
	if err != nil {
		return Values{}, err
	}
	values, err := s.Run(ctx, veil.Budget{Nodes: b.cfg.Nodes})
	if err == nil && b.cfg.Nodes == 0 && values.Done {
		b.roots.keep(v, s)
	}
	return values, err
}
