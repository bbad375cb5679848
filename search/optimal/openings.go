// SPDX-License-Identifier: BSD-3-Clause

package optimal

import (
	"math"
	"slices"
)

// openings searches for the Openings objective: the sum, over the hidden states, of the
// safe actions performed before a fatal one.
//
// Here a dead action is worth performing and no two states conflict, so only the closure, the
// windows and the table of the other search remain. Actions that are safe in all states are
// performed at once: they cost nothing, and their points are certain. So a closed position is again
// identified by its known readings.
type openings struct {
	s    *Solver
	memo map[hash]bounds
}

// todo is a position: states and the actions performed.
type todo struct {
	set  []int32
	done []bool
	key  []hash
}

// value returns bounds on the openings still to come, see Solver.search.
func (o *openings) value(t todo, want int) bounds {
	gain := o.close(&t)
	rest := o.most(t)
	if rest == 0 || gain+rest <= want || o.s.stopped {
		return bounds{gain, gain + rest}
	}
	h := least(t.key)
	r, ok := o.memo[h]
	if !ok {
		r = bounds{0, rest}
	}
	if r.lo < r.hi && gain+r.hi > want {
		o.s.tick()
		r.tighten(o.choose(t, want-gain))
		if ok || o.s.table.fits(int64(len(o.memo)+1)*mapBytes) {
			o.memo[h] = r
		}
	}
	return bounds{gain + r.lo, gain + r.hi}
}

// close performs, in place, the actions that have one reading in all states, none fatal, and
// returns their points. A safe action with several readings is left to choose, where it has the
// best possible bound.
func (o *openings) close(t *todo) int {
	t.done, t.key = slices.Clone(t.done), slices.Clone(t.key)
	gain := 0
	for a := range t.done {
		if t.done[a] {
			continue
		}
		if o.s.toil(len(t.set)) {
			break // the rest is bounded all the same
		}
		k := o.s.read(int(t.set[0]), a)
		if k == Fatal || slices.ContainsFunc(t.set, func(i int32) bool { return o.s.read(int(i), a) != k }) {
			continue
		}
		t.done[a] = true
		o.s.zobrist.add(t.key, int32(a), k)
		gain += len(t.set)
	}
	return gain
}

// most returns the number of openings that could follow if the state were known; when stopped, an
// upper bound on it.
func (o *openings) most(t todo) int {
	sum := 0
	for a, done := range t.done {
		if done {
			continue
		}
		if o.s.toil(len(t.set) * stateWords) {
			sum += len(t.set)
			continue
		}
		for _, i := range t.set {
			if o.s.read(int(i), a) != Fatal {
				sum++
			}
		}
	}
	return sum
}

// candidate is an action with its upper bound.
type candidate struct{ act, hi int }

// choose maximises over the actions.
func (o *openings) choose(t todo, want int) bounds {
	list := o.candidates(t)
	if o.s.stopped {
		return bounds{0, math.MaxInt}
	}
	best, top := 0, 0
	for _, c := range list {
		cur := max(best, want)
		if o.s.cfg.NoWindows {
			cur = -1
		}
		if c.hi <= cur || o.s.stopped {
			top = max(top, c.hi)
			continue
		}
		r := o.sum(t, c.act, cur)
		best, top = max(best, r.lo), max(top, r.hi)
	}
	return bounds{best, max(best, top)}
}

// candidates lists the actions, best bound first. An action that is safe in all states comes alone:
// performing it first is optimal. When stopped, the list is unusable.
func (o *openings) candidates(t todo) []candidate {
	left := make([]int, len(t.set)) // openings possible per state
	for a, done := range t.done {
		if o.s.toil(2 * len(t.set) * stateWords) {
			return nil
		}
		for j, i := range t.set {
			if !done && o.s.read(int(i), a) != Fatal {
				left[j]++
			}
		}
	}
	var list []candidate
	for a, done := range t.done {
		if done {
			continue
		}
		c := candidate{act: a}
		safe := 0
		for j, i := range t.set {
			if o.s.read(int(i), a) != Fatal {
				c.hi += left[j]
				safe++
			}
		}
		if safe == len(t.set) && !o.s.cfg.NoClosure {
			return []candidate{c}
		}
		if safe == 0 {
			continue
		}
		list = append(list, c)
		for i := len(list) - 1; i > 0 && list[i].hi > list[i-1].hi && !o.s.cfg.NoOrder; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	return list
}

// sum performs an action and adds up its outcomes.
func (o *openings) sum(t todo, act, want int) bounds {
	parts := o.split(t.set, act)
	done := slices.Clone(t.done)
	done[act] = true
	total := bounds{}
	caps := [Fatal]int{}
	for k, p := range parts {
		if len(p) > 0 {
			caps[k] = len(p) + o.most(todo{set: p, done: done})
			total.hi += caps[k]
		}
	}
	for k, p := range parts {
		if len(p) == 0 {
			continue
		}
		key := slices.Clone(t.key)
		o.s.zobrist.add(key, int32(act), uint8(k))
		need := want - (total.hi - caps[k]) - len(p)
		if o.s.cfg.NoWindows {
			need = -1
		}
		r := o.value(todo{p, done, key}, need)
		total.lo += r.lo + len(p)
		total.hi += r.hi + len(p) - caps[k]
		if total.hi <= want && !o.s.cfg.NoWindows {
			return bounds{0, total.hi}
		}
	}
	return total
}

// split divides a set by the reading of an action.
func (o *openings) split(set []int32, act int) [Fatal][]int32 {
	var parts [Fatal][]int32
	for _, i := range set {
		if k := o.s.read(int(i), act); k != Fatal {
			parts[k] = append(parts[k], i)
		}
	}
	return parts
}
