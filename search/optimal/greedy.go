// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "slices"

const (
	longStates = 20_000 // a position of this size takes seconds
	busyStates = 500    // one of this size, hundredths of a second
	easyRatio  = 32     // nodes per state that suffice for most positions
)

// rule is a simple strategy; a set of rules has one bit for each.
type rule uint8

const (
	mostPromising rule = 1 << iota // the action with the best bound
	leastRisky                     // the action that is fatal in the fewest states
)

// long reports whether the search may well be interrupted, so that every action should first have a
// lower bound. It depends on the question alone: a deadline must not change the result of a search
// with a given number of nodes.
func (q *question) long(nodes int) bool {
	return len(q.set) >= longStates && (nodes > 0 || q.s.cfg.BestOnly) || q.tight(nodes)
}

// tight reports whether the nodes are probably too few.
func (q *question) tight(nodes int) bool { return nodes > 0 && nodes < easyRatio*len(q.set) }

// simple reports whether a simple strategy is played before the search. It costs a few percent of
// the search, so short searches do without it, and those that nothing can interrupt.
func (q *question) simple(nodes int) bool {
	if q.s.cfg.NoGreedy || q.s.cfg.Objective != Wins || nodes == 0 && q.s.ctx.Done() == nil {
		return false
	}
	return len(q.set) >= busyStates || q.tight(nodes)
}

// incumbent gives the position a lower bound: what the strategy of lowest risk wins. So an
// interrupted search never returns less than that.
func (q *question) incumbent(order []*Action) {
	var safest *Action
	for _, a := range order {
		if safest == nil || a.Safe > safest.Safe || a.Safe == safest.Safe && a.Hi > safest.Hi {
			safest = a
		}
	}
	if safest != nil {
		q.promise(safest, leastRisky)
	}
}

// greedy gives every action without one a lower bound: what a simple strategy wins after it. So
// BestOnly begins with a value to beat. The most promising actions come first.
func (q *question) greedy(order []*Action) {
	for _, act := range order {
		if q.s.stopped {
			break
		}
		q.promise(act, mostPromising)
	}
	if q.s.cfg.BestOnly {
		slices.SortStableFunc(order, func(x, y *Action) int { return int(y.Lo) - int(x.Lo) })
	}
}

// promise gives the outcomes of an action their lower bounds.
func (q *question) promise(act *Action, rule rule) {
	for i := range act.Outcomes {
		o := &act.Outcomes[i]
		x := q.root(Step{act.Action, o.Seen}, o)
		if x.lo < x.hi && x.played&rule == 0 && !q.s.stopped {
			x.set = q.with(Step{act.Action, o.Seen})
			q.s.promise(&x, rule)
		}
		o.Interval = Interval{uint64(x.lo), uint64(x.hi)}
	}
	q.s.add(act)
}

// promise gives a root the lower bound of a rule, once.
func (s *Solver) promise(x *root, rule rule) {
	if x.lo == x.hi || x.played&rule != 0 || s.stopped {
		return
	}
	s.load(x)
	x.lo = max(x.lo, s.greedy(0, rule))
	if s.full { // a search needs less: it performs all safe actions at once
		s.full, s.stopped, s.levels = false, s.cut, nil
	}
	if !s.stopped {
		x.played |= rule
	}
	s.store(x)
}

// greedy returns the number of states of the block at depth d that are won by following a rule, and
// playing small positions perfectly. It is one strategy, so best play wins at least as many.
func (s *Solver) greedy(d int, rule rule) int {
	b := &s.level(d).block
	s.tick()
	if len(b.cols) == 0 || b.n == 1 || s.stopped {
		return 1
	}
	s.toil(len(b.groups) * b.w)
	won := 0
	c := b.choose(rule)
	for _, g := range b.of(c) {
		set, n := b.mask(&g), int(g.n)
		switch {
		case n == 1:
			won++
		case s.fitsSmall(b, n):
			won += s.small.position(s, b, set, 0).lo
		default:
			s.descend(d, set, n)
			won += s.greedy(d+1, rule)
		}
	}
	return won
}

// choose returns the column of a safe action, or else the one that a rule prefers; of the least
// risky ones, the most promising.
func (b *block) choose(rule rule) *column {
	best, top := &b.cols[0], -1
	for i := range b.cols {
		c := &b.cols[i]
		if c.deaths == 0 {
			return c
		}
		if rule == leastRisky && c.deaths != best.deaths {
			if c.deaths < best.deaths {
				best, top = c, b.promise(c)
			}
			continue
		}
		if promise := b.promise(c); promise > top {
			best, top = c, promise
		}
	}
	return best
}
