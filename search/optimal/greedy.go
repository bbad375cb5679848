// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "slices"

const (
	longStates = 20_000 // a position of so many states takes seconds
	busyStates = 2_000  // one of so many, tenths of a second: a deadline may come first
	easyRatio  = 32     // nodes per state that most positions take
)

// long reports whether the search may well be interrupted. Else lower bounds by a simple
// strategy would cost about as much as the answer.
func (q *question) long() bool {
	if q.s.cfg.NoGreedy || q.s.cfg.Objective != Wins || q.endless() {
		return false
	}
	n := uint64(len(q.set))
	_, hurried := q.s.ctx.Deadline()
	return n >= longStates || hurried && n >= busyStates || q.s.budget-q.s.stats.Nodes < easyRatio*n
}

// endless reports whether nothing can interrupt the search, nor a lower bound spare it
// anything.
func (q *question) endless() bool {
	return q.s.ctx.Done() == nil && q.s.budget == ^uint64(0) && !q.s.cfg.BestOnly
}

// greedy gives every outcome that has none yet a lower bound: what a simple strategy
// wins there. So an interrupted search never promises less than that strategy keeps,
// and BestOnly begins with a value to beat. The actions that promise most come first.
func (q *question) greedy(order []*Action) {
	for _, act := range order {
		for i := range act.Outcomes {
			q.promise(act.Action, &act.Outcomes[i])
		}
		q.s.add(act)
	}
	if q.s.cfg.BestOnly {
		slices.SortStableFunc(order, func(x, y *Action) int { return int(y.Lo) - int(x.Lo) })
	}
}

// promise gives one outcome of an action its lower bound.
func (q *question) promise(action int, o *Outcome) {
	if q.s.stopped || o.Exact() {
		return
	}
	step := Step{action, o.Seen}
	key := q.key(step)
	r := q.known(key, o)
	if r.lo == 1 && r.hi > 1 {
		q.open(step, o, key)
		r.lo = max(r.lo, q.s.greedy(0))
		q.s.roots[least(key)] = r
	}
	o.Interval = Interval{uint64(r.lo), uint64(r.hi)}
}

// greedy returns how many states of the block at depth d are won by performing, again
// and again, the action that promises most, and playing small positions perfectly. It
// is one strategy, so best play wins at least as many.
func (s *Solver) greedy(d int) int {
	b := &s.level(d).block
	s.tick()
	if len(b.cols) == 0 || b.n == 1 || s.stopped {
		return 1
	}
	won := 0
	c := b.mostPromising()
	for _, g := range b.of(c) {
		set, n := b.mask(&g), int(g.n)
		switch {
		case n == 1:
			won++
		case s.fitsSmall(b, n):
			won += s.small.position(s, b, set, 0).lo
		default:
			child := &s.level(d + 1).block
			child.gather(b, set, n, &s.cover)
			s.reduce(child)
			won += s.greedy(d + 1)
		}
	}
	return won
}

// mostPromising returns the column of a safe action, or else of the one that promises
// most.
func (b *block) mostPromising() *column {
	best, top := 0, -1
	for i := range b.cols {
		if b.cols[i].deaths == 0 {
			return &b.cols[i]
		}
		if promise := b.promise(&b.cols[i]); promise > top {
			best, top = i, promise
		}
	}
	return &b.cols[best]
}
