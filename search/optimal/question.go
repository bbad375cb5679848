// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "slices"

// question is a call of Solve.
type question struct {
	s       *Solver
	set     []int32 // states that fit the history
	history []Step
	acts    []Action
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
	}
}

// tally counts the outcomes of an action, and bounds them by the cliques they touch.
func (q *question) tally(a int) Action {
	var n, cliques [16]uint64
	var last [16]int
	all := block{tops: q.s.tops}
	for _, i := range q.set {
		k := q.s.read(int(i), a)
		if n[k] == 0 || all.topBetween(last[k], int(i)) {
			cliques[k]++
		}
		n[k]++
		last[k] = int(i)
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

// add sums up the outcomes of an action.
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

// solve searches every action; with BestOnly those first that promise most, and the
// others only until they are known to be worse.
func (q *question) solve() {
	order := make([]*Action, len(q.acts))
	for i := range q.acts {
		order[i] = &q.acts[i]
	}
	if q.s.cfg.BestOnly {
		slices.SortStableFunc(order, func(x, y *Action) int { return int(y.Hi) - int(x.Hi) })
	}
	if q.long() {
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

// outcome returns bounds on the value of the states that show a step, see search.
func (q *question) outcome(step Step, o *Outcome, want int) bounds {
	s := q.s
	key := q.key(step)
	r := q.known(key, o)
	if r.lo == r.hi || r.hi <= want || s.stopped {
		return r
	}
	if s.cfg.Objective == Openings {
		r.tighten(q.openings(step, key, want))
	} else {
		q.open(step, o, key)
		r.tighten(s.search(0, max(want, 0)))
	}
	s.roots[least(key)] = r
	return r
}

// key identifies the position after a step, one hash per symmetry.
func (q *question) key(step Step) []hash {
	key := slices.Repeat([]hash{q.s.salt}, q.s.zobrist.n)
	for _, h := range append(slices.Clip(q.history), step) {
		q.s.zobrist.add(key, int32(h.Action), h.Seen)
	}
	return key
}

// known returns what is known of an outcome.
func (q *question) known(key []hash, o *Outcome) bounds {
	r := bounds{int(o.Lo), int(o.Hi)}
	if old, ok := q.s.roots[least(key)]; ok {
		r.tighten(old)
	}
	return r
}

// open makes the position after a step the block at depth 0.
func (q *question) open(step Step, o *Outcome, key []hash) {
	b := &q.s.level(0).block
	q.load(b, step, int(o.States))
	b.key = append(b.key[:0], key...)
	q.s.reduce(b)
}

// openings searches the states that show a step for the Openings objective.
func (q *question) openings(step Step, key []hash, want int) bounds {
	done := make([]bool, q.s.p.Actions)
	for _, h := range append(slices.Clip(q.history), step) {
		done[h.Action] = true
	}
	set := q.s.open.split(q.set, step.Action)[step.Seen]
	return q.s.open.value(todo{set, done, key}, want)
}

// load makes b the position of the states that show a step.
func (q *question) load(b *block, step Step, n int) {
	s := q.s
	b.setSize(n, s.r)
	b.stiff = false
	b.rows = b.rows[:0]
	all := block{tops: s.tops}
	last := -1
	for _, i := range q.set {
		if s.read(int(i), step.Action) != step.Seen {
			continue
		}
		if last >= 0 && all.topBetween(last, int(i)) {
			b.endClique(len(b.rows)/s.r - 1)
		}
		last = int(i)
		b.rows = append(b.rows, s.rows[last*s.r:last*s.r+s.r]...)
	}
	b.closeWords()
	b.cols, b.groups = b.cols[:0], b.groups[:0]
	for a := range s.p.Actions {
		lo := int32(len(b.groups))
		for k := range uint8(Fatal) {
			if s.seen[a]>>k&1 != 0 {
				b.groups = append(b.groups, group{seen: k})
			}
		}
		b.cols = append(b.cols, column{act: int32(a), nibble: int32(a), lo: lo, hi: int32(len(b.groups))})
	}
}
