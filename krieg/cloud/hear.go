// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Follow returns the sample after all events of h. A sample that is lost at the end comes with
// ErrLost.
func Follow(ctx context.Context, h *krieg.History, cfg Config) (*Cloud, error) {
	if h.Full {
		filtered := h.Filter(h.Me)
		h = &filtered
	}
	c, err := New(h.Rules, h.Me, []krieg.Position{h.Start}, cfg)
	if err != nil {
		return nil, err
	}
	for _, e := range h.Events {
		if c, err = c.Hear(ctx, e); err != nil && !errors.Is(err, ErrLost) {
			return nil, err
		}
	}
	return c, err
}

// Hear returns the sample after an event. The error is veil.ErrImpossible if certainly no board
// explains the event, and ErrLost, together with an empty sample, if none was found. With 300
// boards most events take about a millisecond, and a repair up to some seconds.
func (c *Cloud) Hear(ctx context.Context, e krieg.Event) (*Cloud, error) {
	e = e.HeardBy(c.game.me)
	next := *c
	next.events = append(slices.Clip(c.events), e)
	hidden := c.game.hides(e)
	if c.Len() > 0 {
		if e.By != c.front.base.ToMove() || c.front.over != krieg.Running {
			return nil, veil.ErrImpossible
		}
		if err := next.hear(ctx, e, hidden); err != nil {
			return nil, err
		}
		if next.Len() > 0 && !next.thin() {
			next.tried = next.Len()
			return &next, nil
		}
	}
	return next.repair(ctx, c.Len() == 0, hidden)
}

// hides reports whether an event is a move that the player does not see.
func (g *game) hides(e krieg.Event) bool { return e.By != g.me && e.Heard.Answer == krieg.Yes }

// hear advances the front over the last event. Before a hidden move the front is reduced and
// shaken; if that leaves too few boards after the move, all boards are used instead.
func (c *Cloud) hear(ctx context.Context, e krieg.Event, hidden bool) error {
	before := c.front
	if hidden {
		if _, err := c.save(ctx, before, len(c.events)-1, c.game.Effort.Wide*c.game.Boards, c.random(1)); err != nil {
			return err
		}
	}
	r := c.random(0)
	carried, width := before, c.game.Boards
	if telling(e) {
		width *= c.game.Effort.Telltale
	}
	if hidden && (!before.exact || len(before.list) > width) {
		carried.exact = false
		carried.list = slices.Clone(reduce(before.list, width, r, nil))
		if err := c.shake(ctx, carried.list, r); err != nil {
			return err
		}
	}
	if err := c.carry(ctx, carried, before, e, r); err != nil {
		return err
	}
	if c.Len() == 0 {
		if before.exact {
			return veil.ErrImpossible
		}
		c.stuck = len(c.events)
	}
	return nil
}

// carry advances the front over an event, at the least cost that leaves enough boards: with a
// sample of the moves of the carried boards, with all of their moves, or with all boards there are.
func (c *Cloud) carry(ctx context.Context, carried, before front, e krieg.Event, r *rand.Rand) (err error) {
	if c.front, err = carried.cross(ctx, c.game, e, c.game.Effort.Held*c.game.Boards, r); err != nil || !c.game.hides(e) || !c.thin() {
		return err
	}
	c.front, err = before.step(ctx, c.game, e, 0, r)
	return err
}

// telling reports whether a hidden move comes with an announcement: a capture or a check.
func telling(e krieg.Event) bool {
	_, took := e.Heard.Capture()
	return took || e.Heard.Checks != 0
}

// thin reports whether there are too few boards, although not all, and fewer than half of those
// after the last attempt to get more.
func (c *Cloud) thin() bool {
	return !c.front.exact && c.Len() < c.enough() && 2*c.Len() < c.tried
}

// random returns the random numbers for the last event; stream distinguishes attempts.
func (c *Cloud) random(stream int) *rand.Rand {
	return rand.New(rand.NewPCG(c.game.Seed, uint64(len(c.events))<<16|uint64(stream)))
}

// cross returns the front after an event. A hidden move without announcement is sampled: about
// most of its boards are kept, unless that leaves few.
func (f *front) cross(ctx context.Context, g *game, e krieg.Event, most int, r *rand.Rand) (front, error) {
	if g.hides(e) && !telling(e) && !f.exact {
		if next, err := f.step(ctx, g, e, most, r); err != nil || len(next.list) >= most/4 {
			return next, err
		}
	}
	return f.step(ctx, g, e, 0, r)
}

// step returns the front after an event. If most is not zero, a hidden move is sampled: about most
// of its boards are kept before the announcement is applied.
func (f *front) step(ctx context.Context, g *game, e krieg.Event, most int, r *rand.Rand) (front, error) {
	next := front{base: f.base, turn: g.rules.Follow(f.turn, e), over: e.Heard.Result, mine: f.mine, exact: f.exact}
	var err error
	switch {
	case e.Heard.Answer != krieg.Yes:
		err = f.keep(ctx, g, &next, e)
	case e.By == g.me:
		next.mine = moved(e.Heard)
		err = f.advance(ctx, g, &next, e)
	default:
		var s sieve
		if most > 0 {
			s, next.exact = newSieve(1/float64(most), r), false
		}
		err = f.expand(ctx, g, &next, e, s)
	}
	if len(next.list) > 0 {
		next.list = normalized(next.list)
	}
	return next, err
}

// askEvery is the number of boards between two checks of the context where each takes little time.
const askEvery = 64

// keep fills next with the boards that an event without a move is consistent with.
func (f *front) keep(ctx context.Context, g *game, next *front, e krieg.Event) error {
	next.list = make([]particle, 0, len(f.list))
	for i := range f.list {
		if i%askEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := f.board(g, i)
		if !g.rules.Explains(&p, next.turn, e) {
			continue
		}
		kept := f.list[i]
		if e.By != g.me && e.Heard.Answer == krieg.No && g.weighsRefusals() {
			kept.weight *= max(leastRefused, g.refusedOn(&p, f.turn))
		}
		next.list = append(next.list, kept)
	}
	return nil
}

// advance fills next with the boards after a move of the player. Boards that differ only in the
// captured man are merged.
func (f *front) advance(ctx context.Context, g *game, next *front, e krieg.Event) error {
	t := tableFor(len(f.list))
	for i := range f.list {
		if i%askEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := f.board(g, i)
		if m := krieg.Move(e.Action); p.IsLegal(m) && g.rules.Hears(&p, m, &e.Heard) {
			next.base = p.Without(g.me.Other())
			moved := f.list[i]
			moved.side = p.Side(g.me.Other())
			t.add(moved)
		}
	}
	next.list = t.list
	return nil
}

// expand fills next with the boards after every hidden move that passes a sieve and matches the
// announcement of e.
func (f *front) expand(ctx context.Context, g *game, next *front, e krieg.Event, s sieve) error {
	size := len(f.list)
	if !telling(e) { // a quiet move multiplies the boards by 8 and more
		size *= 8
	}
	t := tableFor(size)
	var l chess.Moves
	var weights [256]float64
	for i := range f.list {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p := f.board(g, i)
		f.turn.Moves(&p, &l)
		before := f.mine
		before.Last = f.list[i].move
		share := g.weigh(&p, before, l.Slice(), weights[:l.Len()])
		if g.weighsRefusals() && l.Len() > 0 {
			share /= 1 - g.refused(&p, l.Len())
		}
		var line *node
		for j, m := range l.Slice() {
			q := p
			w, ok := s.pass(float64(f.list[i].weight * (weights[j] / share)))
			if !ok || !g.rules.Hears(&q, m, &e.Heard) {
				continue
			}
			if line == nil {
				line = f.list[i].line()
				next.base = q.Without(g.me.Other())
			}
			t.add(particle{side: q.Side(g.me.Other()), weight: w, from: line, move: m})
		}
	}
	next.list = t.list
	return nil
}

// leastRefused keeps a board possible on which a refusal seems impossible: the rules decide that.
const leastRefused = 1e-3

// weigh sets the weights of the hidden moves of a board and returns their sum.
func (g *game) weigh(p *krieg.Position, before Before, moves []krieg.Move, weights []float64) (sum float64) {
	if g.Opponent == nil {
		for i := range weights {
			weights[i] = 1
		}
		return float64(len(moves))
	}
	g.Opponent.Weigh(p, before, moves, weights)
	for _, w := range weights {
		sum += w
	}
	return sum
}
