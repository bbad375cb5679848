// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"context"
	"math/rand/v2"
	"slices"
)

// How many boards and layers are kept, and how much is done for a cloud that is lost.
const (
	wide      = 4  // times the boards of a cloud are saved, and carried when it regrows
	widest    = 16 // times are carried over a move of which something was announced, or if nothing else helped
	mostSaved = 40 // layers
	few       = 8  // boards: if fewer are left, single ones are altered

	// In hidden moves since the cloud was lost.
	mendEach    = 24 // until then it is mended after each of them,
	mendEvery   = 8  // and later after each eighth
	regrowSince = 8  // from then on it regrows too, each time after twice as many
)

// save remembers about so many of the boards before the hidden move at an index of the events,
// and returns them. The first layer stays for good; of the others the latest do. Before the
// event at which the cloud died, boards that come closer to explaining what follows are kept
// rather than others.
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
	if len(saved) >= mostSaved {
		saved = slices.Delete(slices.Clone(saved), 1, 2)
	}
	c.saved = append(saved, layer{f, event})
	return f, nil
}

// repair returns the cloud with more boards, if it finds them. A cloud that was lost before
// tries again after each hidden move, now and then in the most expensive way; after many
// attempts it does so less often, since it hardly recovers then.
func (c *Cloud) repair(ctx context.Context, lost, hidden bool) (*Cloud, error) {
	var err error
	switch {
	case c.game.NoRepair, lost && !hidden:
	case lost:
		if c.vain++; c.vain > mendEach && c.vain%mendEvery != 0 {
			break
		}
		if err = c.mend(ctx); err == nil && c.Len() == 0 && c.vain >= regrowSince && c.vain&(c.vain-1) == 0 {
			c.stuck = len(c.events)
			err = c.regrowMost(ctx, widest, 8, 20)
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

// replenish looks for boards in the order of what it costs: it regrows the cloud from two moves
// before, from six if that leaves it thin, which costs less than its death later. Then, if
// hardly any boards are left, it alters hidden moves, and if that finds nothing goes far back,
// at last with many more boards: it takes long, but a cloud that stays lost hardly ever recovers.
func (c *Cloud) replenish(ctx context.Context) error {
	if err := c.regrowMost(ctx, wide, 2, 6); err != nil || c.front.exact || c.Len() >= min(few, c.enough()) {
		return err
	}
	if err := c.mend(ctx); err != nil || c.Len() > 0 {
		return err
	}
	if err := c.regrowMost(ctx, wide, 16, mostSaved); err != nil || c.Len() > 0 {
		return err
	}
	return c.regrowMost(ctx, widest, 8, 20)
}

// enough is how many boards are not too few.
func (c *Cloud) enough() int { return max(1, c.game.Boards/8) }

// regrowMost regrows the cloud from so many hidden moves back, one after the other, until it
// has enough boards, or takes the largest that it gets. It carries so many times the boards of
// the cloud.
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

// regrow follows the events again from a saved layer, with more boards and other random
// numbers. It returns nil if they die.
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

// again moves the front over event i.
func (c *Cloud) again(ctx context.Context, i, times int, r *rand.Rand) (err error) {
	e := c.events[i]
	width := times * c.game.Boards
	if telling(e) {
		width = widest * c.game.Boards
	}
	if c.game.hides(e) {
		if c.front, err = c.save(ctx, c.front, i, width, r); err != nil {
			return err
		}
	}
	most := min(2*times, widest) * c.game.Boards
	if c.front, err = c.front.cross(ctx, c.game, e, most, r); len(c.front.list) > most {
		c.front.exact = false
		c.front.list = reduce(c.front.list, most, r, nil) // what follows would take long on all of them
	}
	return err
}
