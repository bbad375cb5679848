// SPDX-License-Identifier: BSD-3-Clause

package cloud

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
)

// Mending is a random walk over sequences of hidden moves: it replaces one move, keeps the old
// moves after it where they are still possible, replaces the others, and accepts the result if it
// explains at least as many events. In effect it relocates hidden men, but every board that it
// finds comes with its moves.
// line is a sequence of hidden moves as far as it explains the history.
type line struct {
	start int
	steps []krieg.Move
	at    []place        // before each step
	end   krieg.Position // after the last event that is explained
	heard int            // number of explained events
	near  float64        // how close it is to explaining the next event
	work  int            // events replayed to find it
}

// place is the game before a hidden move.
type place struct {
	board krieg.Position
	event int
	turn  krieg.Record
	mine  Before // the player's last move
}

// mend adds boards to a front that has few or none, if it finds any. All boards are then weighted
// equally. If it finds none, the next call continues where this one ended.
func (c *Cloud) mend(ctx context.Context) error {
	r := c.random(1 << 10)
	var t table
	work := c.game.Effort.MendWork * c.game.Boards
	if len(c.front.list) == 0 && c.hopes == nil {
		work *= 4
	}
	for _, p := range c.front.list {
		t.add(p)
	}
	found := len(t.list)
	lines := c.lines(r)
	for i, l := range lines {
		next, err := c.wander(ctx, l, work/c.game.Effort.MendLines, r, &t)
		if err != nil {
			return err
		}
		lines[i] = next
	}
	c.hopes = nil
	switch {
	case len(t.list) > found:
		c.stats.Mended++
		c.front.list, c.front.exact = t.list, false
		c.settle()
	case found == 0:
		c.hopes = best(lines)
	}
	return nil
}

// best replaces the worse half of some lines by the better half.
func best(lines []*line) []*line {
	slices.SortStableFunc(lines, func(a, b *line) int {
		return cmp.Or(cmp.Compare(b.heard, a.heard), cmp.Compare(b.near, a.near))
	})
	half := (len(lines) + 1) / 2
	for i := half; i < len(lines); i++ {
		lines[i] = lines[i-half]
	}
	return lines
}

// wander alters a line again and again and collects the boards of those that explain everything,
// until there are enough. It returns the line it ends with.
func (c *Cloud) wander(ctx context.Context, l *line, work int, r *rand.Rand, t *table) (*line, error) {
	next := new(line)
	for work > 0 && len(t.list) < c.game.Boards {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		ok := c.game.alter(next, c.events, l, r)
		if work--; !ok {
			continue
		}
		work -= next.work
		if next.heard < l.heard || next.heard == l.heard && float64(r.Float64()*l.near) > next.near {
			continue
		}
		if l, next = next, l; l.heard == len(c.events) {
			t.add(l.particle(c.game.me.Other()))
			c.front.base = l.end.Without(c.game.me.Other())
		}
	}
	return l, nil
}

// settle sets the fields that follow from the events alone, and equal weights.
func (c *Cloud) settle() {
	c.front.turn = krieg.Record{}
	for _, e := range c.events {
		c.front.turn = c.game.rules.Follow(c.front.turn, e)
		c.front.over = e.Heard.Result
		if e.By == c.game.me && e.Heard.Answer == krieg.Yes {
			c.front.mine = moved(e.Heard)
		}
	}
	for i := range c.front.list {
		c.front.list[i].weight = 1 / float64(len(c.front.list))
	}
}

// lines returns some sequences: those of the last failed attempt, or of the boards or, if there are
// none, of the latest layer.
func (c *Cloud) lines(r *rand.Rand) []*line {
	var out []*line
	copied := func(l *line) {
		next := new(line)
		c.game.replay(next, c.events, l, 0, 0, r)
		out = append(out, next)
	}
	for _, l := range c.hopes {
		copied(l)
	}
	if out != nil {
		return out
	}
	from := c.front.list
	if len(from) == 0 && len(c.saved) > 0 {
		from = c.saved[len(c.saved)-1].list
	}
	for i := 0; i < c.game.Effort.MendLines && len(from) > 0; i++ {
		p := &from[r.IntN(len(from))]
		copied(&line{start: rootOf(p.from).start, steps: p.moves()})
	}
	return out
}

// alter sets next to a line with one step replaced, and reports whether another move exists for it.
func (g *game) alter(next *line, events []krieg.Event, l *line, r *rand.Rand) bool {
	if len(l.at) == 0 {
		return false
	}
	i := r.IntN(len(l.at))
	if recent := min(g.Effort.Recent, len(l.at)); r.IntN(2) == 0 {
		i = len(l.at) - 1 - r.IntN(recent)
	}
	var other krieg.Move
	if i < len(l.steps) {
		other = l.steps[i]
	}
	at := l.at[i]
	m, ok := g.choose(&at.board, at.turn, events[at.event], other, r)
	if ok {
		g.replay(next, events, l, i, m, r)
	}
	return ok
}

// replay sets out to the line l followed again from step i, for which a move may be given. A move
// that does not fit, or is missing, is replaced at random. The slices of out are reused: this is
// the innermost loop of a repair.
func (g *game) replay(out *line, events []krieg.Event, l *line, i int, given krieg.Move, r *rand.Rand) {
	out.start, out.steps, out.at = l.start, append(out.steps[:0], l.steps[:i]...), append(out.at[:0], l.at[:i]...)
	now := place{board: g.starts[l.start]}
	if i > 0 || len(l.at) > 0 {
		now = l.at[i]
	}
	first := now.event
	for ; now.event < len(events); now.event++ {
		e := events[now.event]
		if g.hides(e) {
			out.at = append(out.at, now)
			if given == 0 && len(out.steps) < len(l.steps) {
				given = l.steps[len(out.steps)]
			}
			m := g.next(&now, e, given, r)
			if m == 0 {
				break
			}
			out.steps, given = append(out.steps, m), 0
		} else if !g.hears(&now, e) {
			break
		}
		now.turn = g.rules.Follow(now.turn, e)
	}
	out.end, out.heard, out.near, out.work = now.board, now.event, 1, now.event-first
	if out.heard < len(events) {
		out.near = g.near(&out.end, events[out.heard])
	}
}

// next makes a hidden move on a board: m if it fits, else another. It returns 0 if none does.
func (g *game) next(now *place, e krieg.Event, m krieg.Move, r *rand.Rand) krieg.Move {
	if m != 0 {
		q := now.board
		if q.IsLegal(m) && (now.turn.Asked() != krieg.Owing || q.IsPawnCapture(m)) && g.rules.Hears(&q, m, &e.Heard) {
			now.board = q
			return m
		}
	}
	m, ok := g.choose(&now.board, now.turn, e, 0, r)
	if ok {
		now.board.Make(m)
	}
	return m
}

// choose draws a hidden move other than the given one that matches the announcement of e.
func (g *game) choose(p *krieg.Position, t krieg.Record, e krieg.Event, other krieg.Move, r *rand.Rand) (krieg.Move, bool) {
	var l chess.Moves
	t.Moves(p, &l)
	moves := l.Slice()
	for n := len(moves); n > 0; n-- {
		i := r.IntN(n)
		m := moves[i]
		moves[i] = moves[n-1]
		if q := *p; m != other && g.rules.Hears(&q, m, &e.Heard) {
			return m, true
		}
	}
	return 0, false
}

// hears applies an event that is not hidden and reports whether it is consistent with the board.
func (g *game) hears(now *place, e krieg.Event) bool {
	if e.Heard.Answer != krieg.Yes {
		return g.rules.Explains(&now.board, g.rules.Follow(now.turn, e), e)
	}
	m := krieg.Move(e.Action)
	now.mine = moved(e.Heard)
	return now.board.IsLegal(m) && g.rules.Hears(&now.board, m, &e.Heard)
}

// particle returns the board at the end of a line.
func (l *line) particle(hidden krieg.Color) particle {
	from := &node{start: l.start}
	last := len(l.steps) - 1
	for _, m := range l.steps[:last] {
		from = &node{from: from, move: m}
	}
	return particle{side: l.end.Side(hidden), weight: 1, from: from, move: l.steps[last]}
}
