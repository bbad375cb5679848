// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"iter"
	"math/rand/v2"

	"github.com/veilplan/veil/krieg/chess"
)

// StreamConfig configures a [Stream]. The zero value works.
type StreamConfig struct {
	// Memo is the number of visited boards that are remembered; zero means 65,536. It limits the
	// memory: a stream that visits more is still complete but may yield a board more than once.
	Memo int
	// Rand, if given, shuffles the opponent's moves, so that the first boards yielded
	// are a sample: random, but not uniform over the boards.
	Rand *rand.Rand
	// Nodes limits the boards made; zero means 10,000,000. A walk can take exponential time to
	// reach its first board.
	Nodes int
}

// Stream yields the boards that fit the history h one at a time, by walking depth-first through the
// opponent's possible moves (Russell & Wolfe 2005, §2). It needs memory for the memo and one move
// list per ply, however large the belief is. If the context ends or the nodes are spent, the last
// pair contains the error and no board.
func Stream(ctx context.Context, h *History, cfg StreamConfig) iter.Seq2[Position, error] {
	return func(yield func(Position, error) bool) {
		if cfg.Memo == 0 {
			cfg.Memo = 1 << 16
		}
		if cfg.Nodes == 0 {
			cfg.Nodes = 10_000_000
		}
		w := walker{h: h, rand: cfg.Rand, memo: map[visit]struct{}{}, limit: cfg.Memo}
		w.meter = newMeter(ctx, cfg.Nodes)
		w.yield = func(p Position) bool { return yield(p, nil) }
		w.records = make([]Record, len(h.Events)+1)
		for i, e := range h.Events {
			w.records[i+1] = h.Rules.Follow(w.records[i], e)
		}
		start := h.Start
		if w.walk(0, &start) && w.meter.err != nil {
			yield(Position{}, w.meter.err)
		}
	}
}

type walker struct {
	h       *History
	records []Record // the public record before each event
	rand    *rand.Rand
	yield   func(Position) bool
	memo    map[visit]struct{}
	limit   int // of the memo
	meter   *meter
}

// visit is a board before an event, counted from 1.
type visit struct {
	p     Position
	event int
}

// walk yields the boards that follow from p before event i, and reports whether the caller wants
// more.
func (w *walker) walk(i int, p *Position) bool {
	for i < len(w.h.Events) {
		if !w.meter.spend(1) {
			return true
		}
		e := w.h.Events[i]
		if e.By != p.ToMove() || i > 0 && w.h.Events[i-1].Heard.Result != Running {
			return true
		}
		if e.Heard.Answer == Yes && e.By != w.h.Me {
			return w.branch(i, p)
		}
		if e.Heard.Answer != Yes {
			if e.By != w.h.Me && e.Heard.Answer == No {
				e.Action = Wait
			}
			if !w.h.Rules.Explains(p, w.records[i+1], e) {
				return true
			}
		} else if m := Move(e.Action); !p.IsLegal(m) || !w.h.Rules.Hears(p, m, &e.Heard) {
			return true
		}
		i++
	}
	// Two boards can become one when the men in which they differ are captured.
	return w.visited(len(w.h.Events)+1, p) || w.yield(*p)
}

// branch continues from every move of the opponent whose announcement is that of event i.
func (w *walker) branch(i int, p *Position) bool {
	var l chess.Moves
	p.Legal(&l)
	moves := l.Slice()
	if w.rand != nil {
		w.rand.Shuffle(len(moves), func(a, b int) { moves[a], moves[b] = moves[b], moves[a] })
	}
	for _, m := range moves {
		if !w.meter.spend(1) {
			break
		}
		q := *p
		if w.records[i].mustTake() && !p.IsPawnCapture(m) || !w.h.Rules.Hears(&q, m, &w.h.Events[i].Heard) {
			continue
		}
		if !w.visited(i+1, &q) && !w.walk(i+1, &q) {
			return false
		}
	}
	return true
}

// visited remembers a board before an event and reports whether it was remembered already. A full
// memo is cleared and filled again.
func (w *walker) visited(event int, p *Position) bool {
	v := visit{p: *p, event: event}
	if _, ok := w.memo[v]; ok {
		return true
	}
	if len(w.memo) >= w.limit {
		clear(w.memo)
	}
	w.memo[v] = struct{}{}
	return false
}
