// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"context"
	"math/rand/v2"
	"slices"
)

// save stores about width of the boards before the hidden move at an index of the events, and
// returns them. The first layer is kept forever; of the others the latest are. Before the event at
// which the sample was lost, boards closer to explaining the later events are preferred.
func (c *Cloud) save(ctx context.Context, f front, event, width int, r *rand.Rand) (front, error) {
	f.exact = f.exact && len(f.list) <= width
	var promise []float64
	for i := 0; event < c.stuck && len(f.list) > width && i < len(f.list); i++ {
		if i%askEvery == 0 && ctx.Err() != nil {
			return f, ctx.Err()
		}
		p := f.board(c.game, i)
		promise = append(promise, c.game.promise(&p, c.events[event:c.stuck]))
	}
	f.list = reduce(f.list, width, r, promise)
	saved := slices.Clip(c.saved)
	if len(saved) >= c.game.Effort.Saved {
		saved = slices.Delete(slices.Clone(saved), 1, 2)
	}
	c.saved = append(saved, layer{f, event})
	return f, nil
}

// repair returns the sample with more boards, if it finds them. A sample that was lost before tries
// again after each hidden move, now and then in the most expensive way; after many attempts it does
// so less often, since it hardly recovers then.
func (c *Cloud) repair(ctx context.Context, lost, hidden bool) (*Cloud, error) {
	var err error
	switch {
	case c.game.NoRepair, lost && !hidden:
	case lost:
		if c.vain++; c.vain > c.game.Effort.MendEach && c.vain%c.game.Effort.MendEvery != 0 {
			break
		}
		if err = c.mend(ctx); err == nil && c.Len() == 0 && c.vain >= c.game.Effort.RegrowSince && c.vain&(c.vain-1) == 0 {
			c.stuck = len(c.events)
			err = c.regrowMost(ctx, c.game.Effort.Widest, 8, 20)
		}
	default:
		if c.Len() == 0 {
			c.stats.Deaths++
		}
		err = c.replenish(ctx)
	}
	if err != nil {
		return nil, err
	}
	if c.tried = c.Len(); c.Len() == 0 {
		return c, ErrLost
	}
	c.hopes, c.vain = nil, 0
	return c, nil
}

// replenish searches for boards in the order of cost: it regrows the sample from two moves before,
// from six if that leaves it thin, which costs less than losing it later. Then, if hardly any
// boards are left, it alters hidden moves, and if that finds nothing it goes far back, at last with
// many more boards: that takes long, but a sample that stays lost hardly ever recovers.
func (c *Cloud) replenish(ctx context.Context) error {
	if err := c.regrowMost(ctx, c.game.Effort.Wide, 2, 6); err != nil || c.front.exact || c.Len() >= min(c.game.Effort.Few, c.enough()) {
		return err
	}
	if err := c.mend(ctx); err != nil || c.Len() > 0 {
		return err
	}
	if err := c.regrowMost(ctx, c.game.Effort.Wide, 16, c.game.Effort.Saved); err != nil || c.Len() > 0 {
		return err
	}
	return c.regrowMost(ctx, c.game.Effort.Widest, 8, 20)
}

// enough returns the number of boards below which the sample is thin.
func (c *Cloud) enough() int { return max(1, c.game.Boards/8) }

// regrowMost regrows the sample from each of backs hidden moves back, until it has enough boards,
// or else keeps the largest result. It carries times as many boards as usual.
func (c *Cloud) regrowMost(ctx context.Context, times int, backs ...int) error {
	best := *c
	for _, back := range backs {
		if best.Len() >= c.enough() {
			break
		}
		grown, err := c.regrow(ctx, times, min(back, len(c.saved)))
		if err != nil {
			return err
		}
		if grown != nil && grown.Len() > best.Len() {
			best.front, best.saved = grown.front, grown.saved
		}
	}
	if best.Len() > c.Len() {
		*c = best
		c.stats.Regrown++
	}
	return nil
}

// regrow follows the events again from a saved layer, with more boards and other random numbers. It
// returns nil if no board is left.
func (c *Cloud) regrow(ctx context.Context, times, back int) (*Cloud, error) {
	if len(c.saved) == 0 {
		return nil, nil
	}
	from := c.saved[len(c.saved)-back]
	next := *c
	next.front, next.saved = from.front, c.saved[:len(c.saved)-back]
	r := c.random(times<<8 | (1 + back))
	for i := from.event; i < len(c.events); i++ {
		if err := next.again(ctx, i, times, r); err != nil {
			return nil, err
		}
		if next.Len() == 0 {
			return nil, nil
		}
	}
	return &next, nil
}

// again advances the front over event i.
func (c *Cloud) again(ctx context.Context, i, times int, r *rand.Rand) (err error) {
	e := c.events[i]
	width := times * c.game.Boards
	if telling(e) {
		width = c.game.Effort.Widest * c.game.Boards
	}
	if c.game.hides(e) {
		if c.front, err = c.save(ctx, c.front, i, width, r); err != nil {
			return err
		}
	}
	most := min(2*times, c.game.Effort.Widest) * c.game.Boards
	if c.front, err = c.front.cross(ctx, c.game, e, most, r); len(c.front.list) > most {
		c.front.exact = false
		c.front.list = reduce(c.front.list, most, r, nil) // the next events would take long on all of them
	}
	return err
}
