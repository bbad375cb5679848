// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"slices"

	"github.com/veilplan/veil/krieg/chess"
)

// Conflict is a set of events that cannot all be true.
type Conflict struct {
	// Events are their indices in the history, in order; the last is the event that no
	// board explains.
	Events []int
	// Minimal reports that the set becomes possible without any one of them. Otherwise the budget
	// was too small to decide this for each.
	Minimal bool
}

// Limits on the boards visited to find a conflict: for each event, and in all.
const (
	doubtOne = 20_000
	doubtAll = 200_000
)

// Conflict finds a minimal set of events, up to one that no board explains, that cannot all be
// true. It removes the events in turn, the latest first, and leaves out those without which the
// rest is still impossible. Removing an event forgets its announcement: the player's own move, and
// the fact that the opponent moved, remain. When the context ends, the remaining events stay in the
// set.
func (h *History) Conflict(ctx context.Context, event int) Conflict {
	d := doubter{h: h, last: event, kept: make([]bool, event+1), left: doubtAll}
	d.meter = newMeter(ctx, defaultNodes)
	for i := range d.kept {
		d.kept[i] = true
	}
	c := Conflict{Minimal: true}
	for i := event - 1; i >= 0; i-- {
		if d.left == 0 || !d.meter.spend(event) {
			c.Minimal = false
			break
		}
		d.kept[i] = false
		switch fits, known := d.fits(); {
		case !known:
			c.Minimal = false
			d.kept[i] = true
		case fits:
			d.kept[i] = true
		}
	}
	for i, kept := range d.kept {
		if kept {
			c.Events = append(c.Events, i)
		}
	}
	return c
}

// doubter searches for a game that matches the kept events.
type doubter struct {
	h       *History
	last    int
	kept    []bool
	left    int      // boards that may still be visited in all
	here    int      // boards that may still be visited for this question
	records []Record // before each event
	seen    map[visit]struct{}
	meter   *meter
}

// fits reports whether the game exists, and whether the budget sufficed to decide it.
func (d *doubter) fits() (fits, known bool) {
	d.here, d.seen = min(doubtOne, d.left), map[visit]struct{}{}
	d.records = slices.Grow(d.records[:0], d.last+2)[:d.last+2]
	for i := range d.last + 1 {
		if e := d.h.Events[i]; d.kept[i] || e.Heard.Answer == Yes {
			d.records[i+1] = d.h.Rules.Follow(d.records[i], e)
		} else {
			d.records[i+1] = d.records[i]
		}
	}
	fits = d.from(d.h.Start, 0)
	d.left -= min(len(d.seen), d.left)
	return fits, fits || d.here > 0 && d.meter.err == nil
}

// from reports whether a game from board p matches the kept events from i on. It gives up when the
// budget is spent.
func (d *doubter) from(p Position, i int) bool {
	if i > d.last {
		return true
	}
	at := visit{p: p, event: i}
	if _, ok := d.seen[at]; ok || d.here <= 0 || !d.meter.spend(askEvery/16) || i > 0 && d.kept[i-1] && d.h.Events[i-1].Heard.Result != Running {
		return false
	}
	d.here--
	d.seen[at] = struct{}{}
	e := d.h.Events[i]
	if e.By != p.ToMove() {
		return false
	}
	found := false
	next := func(q *Position) { found = found || d.from(*q, i+1) }
	if d.kept[i] {
		d.h.Rules.futures(p, d.records[i], d.records[i+1], e, nil, func(q *Position, _ float64) { next(q) })
	} else {
		d.h.Rules.doubted(p, d.records[i], e, next)
	}
	return found
}

// doubted yields the boards after an event whose announcement is unknown.
func (r *Rules) doubted(p Position, t Record, e Event, yield func(q *Position)) {
	switch {
	case e.Heard.Answer != Yes:
		yield(&p)
	case e.Action != Wait:
		if m := Move(e.Action); p.IsLegal(m) {
			p.Make(m)
			yield(&p)
		}
	default:
		var moves chess.Moves
		t.Moves(&p, &moves)
		for _, m := range moves.Slice() {
			q := p
			q.Make(m)
			yield(&q)
		}
	}
}
