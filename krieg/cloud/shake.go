// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Boards that descend from few ancestors differ only in their last moves, and the first surprise
// leaves none that fits. So before each hidden move some boards are shaken, as Gilks & Berzuini
// 2001 move particles after they resample: one hidden move in the past is replaced by another, and
// the result is accepted with the Metropolis probability if it explains the whole history. In
// effect a hidden man stands somewhere else. The chain leaves the distribution unchanged, because
// the other move is drawn from the same set either way.

// shake replaces some of the particles by others that explain the whole history.
func (c *Cloud) shake(ctx context.Context, list []particle, r *rand.Rand) error {
	events := c.events[:len(c.events)-1] // without the event that follows the shake
	for i := range list {
		if i%askEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if r.IntN(c.game.Effort.Shakes) > 0 {
			continue
		}
		if next, ok := c.game.shifted(events, &list[i], r); ok {
			next.weight = list[i].weight
			list[i] = next
		}
	}
	return nil
}

// shifted returns a particle with one past move replaced.
func (g *game) shifted(events []krieg.Event, p *particle, r *rand.Rand) (particle, bool) {
	steps := p.moves()
	if len(steps) == 0 {
		return particle{}, false
	}
	i := r.IntN(len(steps))
	if r.IntN(2) == 0 {
		i = len(steps) - 1 - r.IntN(min(g.Effort.Recent, len(steps)))
	}
	now := g.before(events, rootOf(p.from).start, steps, i)
	m, ok := g.choose(&now.board, now.turn, events[now.event], steps[i], r)
	if !ok {
		return particle{}, false
	}
	moved := slices.Clone(steps)
	moved[i] = m
	end, ok := g.explains(events, now, moved, i)
	if !ok || r.Float64()*g.chance(events, now, steps, i) > g.chance(events, now, moved, i) {
		return particle{}, false
	}
	return p.with(moved, i, end.Side(g.me.Other())), true
}

// before replays a line that fits the history up to hidden step i.
func (g *game) before(events []krieg.Event, start int, steps []krieg.Move, i int) place {
	now := place{board: g.starts[start]}
	for ; ; now.event++ {
		e := events[now.event]
		switch {
		case g.hides(e):
			if i == 0 {
				return now
			}
			now.board.Make(steps[0])
			steps, i = steps[1:], i-1
		case e.Heard.Answer == krieg.Yes:
			now.board.Make(krieg.Move(e.Action))
			now.mine = moved(e.Heard)
		}
		now.turn = g.rules.Follow(now.turn, e)
	}
}

// explains reports whether the hidden moves from step i on match the announcements from there, and
// returns the board at the end.
func (g *game) explains(events []krieg.Event, now place, steps []krieg.Move, i int) (krieg.Position, bool) {
	for ; now.event < len(events); now.event++ {
		e := events[now.event]
		if g.hides(e) {
			m := steps[i]
			i++
			owes := now.turn.Asked() == krieg.Owing && !now.board.IsPawnCapture(m)
			if owes || !now.board.IsLegal(m) || !g.rules.Hears(&now.board, m, &e.Heard) {
				return now.board, false
			}
		} else if !g.hears(&now, e) {
			return now.board, false
		}
		now.turn = g.rules.Follow(now.turn, e)
	}
	return now.board, true
}

// chance returns the probability, by the model of the opponent, of the hidden moves from step i on,
// on a line that fits.
func (g *game) chance(events []krieg.Event, now place, steps []krieg.Move, i int) float64 {
	all := 1.0
	var l chess.Moves
	var weights [256]float64
	for ; now.event < len(events); now.event++ {
		e := events[now.event]
		switch {
		case g.hides(e):
			now.turn.Moves(&now.board, &l)
			if i > 0 {
				now.mine.Last = steps[i-1]
			}
			sum := g.weigh(&now.board, now.mine, l.Slice(), weights[:l.Len()])
			if g.weighsRefusals() {
				all *= 1 - g.refused(&now.board, l.Len())
			}
			all *= weights[slices.Index(l.Slice(), steps[i])] / sum
			now.board.Make(steps[i])
			i++
		case e.Heard.Answer == krieg.Yes:
			now.board.Make(krieg.Move(e.Action))
			now.mine = moved(e.Heard)
		case e.By != g.me && e.Heard.Answer == krieg.No && g.weighsRefusals():
			all *= max(leastRefused, g.refusedOn(&now.board, now.turn))
		}
		now.turn = g.rules.Follow(now.turn, e)
	}
	return all
}

// with returns the particle with other moves from step i on, and the board they lead to.
func (p *particle) with(steps []krieg.Move, i int, side chess.Side) particle {
	last := len(steps) - 1
	from := p.from // the node of step last-1
	for k := last - 1; k >= i; k-- {
		from = from.from
	}
	for k := i; k < last; k++ {
		from = &node{from: from, move: steps[k]}
	}
	return particle{side: side, from: from, move: steps[last]}
}
