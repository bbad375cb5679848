// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "slices"

// question is a call of Solve or Value.
type question struct {
	s       *Solver
	set     []int32 // states that fit the history
	history []Step
	acts    []Action
	part    []int32 // see with
}

// list makes the list of actions with the bounds that need no search.
func (q *question) list() {
	for a := range q.s.p.Actions {
		if slices.ContainsFunc(q.history, func(h Step) bool { return h.Action == a }) {
			continue
		}
		if act := q.tally(a); act.Safe > 0 {
			q.acts = append(q.acts, act)
		}
		if q.s.stopped {
			return
		}
	}
}

// tally counts the outcomes of an action, and bounds them by the cliques they touch.
func (q *question) tally(a int) Action {
	var n, cliques [16]uint64
	var last [16]int
	all := block{tops: q.s.tops}
	for part := range slices.Chunk(q.set, span) {
		if q.s.toil(len(part) * stateWords) {
			break
		}
		for _, i := range part {
			k := q.s.read(int(i), a)
			if n[k] == 0 || all.topBetween(last[k], int(i)) {
				cliques[k]++
			}
			n[k]++
			last[k] = int(i)
		}
	}
	act := Action{Action: a}
	for k, c := range n[:Fatal] {
		if c == 0 {
			continue
		}
		o := Outcome{Seen: uint8(k), States: c, Interval: Interval{1, cliques[k]}}
		if q.s.cfg.Objective == Openings {
			o.Interval = Interval{0, c * uint64(q.s.p.Actions)}
		}
		act.Outcomes = append(act.Outcomes, o)
		act.Safe += c
	}
	q.s.add(&act)
	return act
}

// add computes the sum over the outcomes of an action.
func (s *Solver) add(act *Action) {
	act.Interval = Interval{}
	if s.cfg.Objective == Openings {
		act.Interval = Interval{act.Safe, act.Safe}
	}
	for _, o := range act.Outcomes {
		act.Lo += o.Lo
		act.Hi += o.Hi
	}
}

// solve searches every action; with BestOnly the most promising first, and the others only until
// they are known to be worse. The lower bound of the position does not count towards a budget.
func (q *question) solve(nodes int) {
	order := make([]*Action, len(q.acts))
	for i := range q.acts {
		order[i] = &q.acts[i]
	}
	if q.s.cfg.BestOnly {
		slices.SortStableFunc(order, func(x, y *Action) int { return int(y.Hi) - int(x.Hi) })
	}
	simple := q.simple(nodes)
	if simple {
		q.incumbent(order)
	}
	q.s.limit(nodes)
	if simple && q.long(nodes) {
		q.greedy(order)
	}
	best := uint64(0)
	for _, act := range order {
		want := -1
		if q.s.cfg.BestOnly {
			want = int(best) - 1 // a tie must be solved to the end
		}
		for i := range act.Outcomes {
			o := &act.Outcomes[i]
			if int(act.Hi) <= want || q.s.stopped {
				break
			}
			r := q.outcome(Step{act.Action, o.Seen}, o, want-(int(act.Hi)-int(o.Hi)))
			o.Interval = Interval{uint64(r.lo), uint64(r.hi)}
			q.s.add(act)
		}
		best = max(best, act.Lo)
	}
}

// value searches the position itself.
func (q *question) value(nodes int) bounds {
	r := bounds{1, q.s.cliques(q.set)}
	if q.s.cfg.Objective == Openings {
		r = bounds{0, len(q.set) * q.s.p.Actions}
	}
	x := root{set: q.set, steps: q.history, key: q.s.rootKey(q.history), known: known{bounds: r}}
	q.s.recall(&x)
	if q.simple(nodes) {
		q.s.promise(&x, leastRisky)
	}
	q.s.limit(nodes)
	q.s.settle(&x, -1)
	return x.bounds
}

// cliques returns the number of cliques of the cover that a set of states touches.
func (s *Solver) cliques(set []int32) int {
	all := block{tops: s.tops}
	n := 0
	for at, i := range set {
		if at%span == 0 && s.toil(span*stateWords) {
			return len(set)
		}
		if at == 0 || all.topBetween(int(set[at-1]), int(i)) {
			n++
		}
	}
	return n
}

// outcome returns bounds on the value of the states that show a step, see search.
func (q *question) outcome(step Step, o *Outcome, want int) bounds {
	x := q.root(step, o)
	if x.lo < x.hi && x.hi > want && !q.s.stopped {
		x.set = q.with(step)
		q.s.settle(&x, want)
	}
	return x.bounds
}

// root returns the position after a step, without its states.
func (q *question) root(step Step, o *Outcome) root {
	steps := append(slices.Clip(q.history), step)
	x := root{steps: steps, key: q.s.rootKey(steps), known: known{bounds: bounds{int(o.Lo), int(o.Hi)}}}
	q.s.recall(&x)
	return x
}

// with returns the states that show a step, until it is called again.
func (q *question) with(step Step) []int32 {
	q.part = q.part[:0]
	for part := range slices.Chunk(q.set, span) {
		if q.s.toil(len(part) * stateWords) {
			break
		}
		for _, i := range part {
			if q.s.read(int(i), step.Action) == step.Seen {
				q.part = append(q.part, i)
			}
		}
	}
	return q.part
}
