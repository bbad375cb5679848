// SPDX-License-Identifier: BSD-3-Clause

package optimal_test

import (
	"slices"

	"github.com/veilplan/veil/search/optimal"
)

// naive is the oracle: the definition of the values, with a memo and nothing else. It
// shares no code with the solver.
type naive struct {
	seen [][]uint8 // state × action
	memo map[seenSet]int
	open bool // count openings instead of wins
}

// seenSet identifies a position: the actions done, and one state that fits.
type seenSet struct {
	done  uint64
	first int
}

func newNaive(p optimal.Problem, open bool) *naive {
	n := &naive{memo: map[seenSet]int{}, open: open}
	for s := range p.States {
		row := make([]uint8, p.Actions)
		p.Read(s, row)
		n.seen = append(n.seen, row)
	}
	return n
}

// value returns the best that can still be had from a set of states when the actions
// in done have been performed.
func (n *naive) value(set []int, done uint64) int {
	key := seenSet{done, set[0]}
	if v, ok := n.memo[key]; ok {
		return v
	}
	best := 0
	if !n.open && slices.ContainsFunc(set, func(s int) bool { return n.finished(s, done) }) {
		best = 1 // stop here: no two states have the same readings
	}
	for a := range n.seen[0] {
		if done>>a&1 == 0 {
			best = max(best, n.action(set, done, a))
		}
	}
	n.memo[key] = best
	return best
}

// finished reports whether exactly the safe actions of a state are done.
func (n *naive) finished(s int, done uint64) bool {
	for a, k := range n.seen[s] {
		if (done>>a&1 != 0) == (k == optimal.Fatal) {
			return false
		}
	}
	return true
}

// action returns the value of performing a first.
func (n *naive) action(set []int, done uint64, a int) int {
	sum := 0
	for k := range uint8(optimal.Fatal) {
		part := n.with(set, a, k)
		if len(part) == 0 {
			continue
		}
		sum += n.value(part, done|1<<a)
		if n.open {
			sum += len(part)
		}
	}
	return sum
}

// with returns the states of set in which a reads k.
func (n *naive) with(set []int, a int, k uint8) []int {
	var part []int
	for _, s := range set {
		if n.seen[s][a] == k {
			part = append(part, s)
		}
	}
	return part
}

// after returns the states that fit a history, and what was done in it.
func (n *naive) after(history []optimal.Step) (set []int, done uint64) {
	for s := range n.seen {
		set = append(set, s)
	}
	for _, h := range history {
		set = n.with(set, h.Action, h.Seen)
		done |= 1 << h.Action
	}
	return set, done
}
