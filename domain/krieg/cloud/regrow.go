// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"context"
	"math/rand/v2"
	"slices"
)

const (
	wide      = 4  // times the boards of a cloud are saved, and carried when it regrows
	mostSaved = 40 // layers
)

// save remembers the boards before the hidden move at an index of the events, reduced, and
// returns them. The first layer stays for good; of the others the latest do.
func (c *Cloud) save(f front, event int, r *rand.Rand) front {
	width := wide * c.game.Boards
	f.exact = f.exact && len(f.list) <= width
	f.list = reduce(f.list, width, r)
	saved := slices.Clip(c.saved)
	if len(saved) >= mostSaved {
		saved = slices.Delete(slices.Clone(saved), 1, 2)
	}
	c.saved = append(saved, layer{f, event})
	return f
}

// repair returns the cloud with more boards, if it finds them: regrown from a few moves
// before, from further back if it is dead, and at last by altering hidden moves.
func (c *Cloud) repair(ctx context.Context, died bool) (*Cloud, error) {
	thin := c.Len() > 0
	if !thin && died {
		c.stats.Deaths++
	}
	for _, back := range depths(len(c.saved), thin) {
		grown, err := c.regrow(ctx, back)
		if err != nil {
			return nil, err
		}
		if grown != nil && grown.Len() > 2*c.Len() {
			c.front, c.saved = grown.front, grown.saved
			c.stats.Regrown++
			break
		}
	}
	if c.Len() == 0 {
		if err := c.mend(ctx); err != nil {
			return nil, err
		}
	}
	c.tried = c.Len()
	if c.Len() == 0 {
		return c, ErrLost
	}
	return c, nil
}

// depths returns how many of the saved layers to go back, one attempt after the other.
func depths(saved int, thin bool) []int {
	var list []int
	for back := 1; back < saved && (!thin || back <= 4); back *= 2 {
		list = append(list, back)
	}
	if !thin {
		list = append(list, saved)
	}
	return list
}

// regrow follows the events again from a saved layer, with more boards and other random
// numbers. It returns nil if they die.
func (c *Cloud) regrow(ctx context.Context, back int) (*Cloud, error) {
	if back > len(c.saved) {
		return nil, nil
	}
	from := c.saved[len(c.saved)-back]
	next := *c
	next.front, next.saved = from.front, c.saved[:len(c.saved)-back]
	r := c.random(1 + back)
	for i := from.event; i < len(c.events); i++ {
		if err := next.again(ctx, i, r); err != nil {
			return nil, err
		}
		if next.Len() == 0 {
			return nil, nil
		}
	}
	return &next, nil
}

// again moves the front over event i.
func (c *Cloud) again(ctx context.Context, i int, r *rand.Rand) (err error) {
	e := c.events[i]
	if c.game.hides(e) {
		c.front = c.save(c.front, i, r)
	}
	c.front, err = c.front.step(ctx, c.game, e, len(c.front.list), r)
	return err
}
