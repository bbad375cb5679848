// SPDX-License-Identifier: BSD-3-Clause

package optimal

import "slices"

// root is the position of a question: the whole one, or one after an action.
type root struct {
	set   []int32 // its states
	steps []Step  // that led to it
	key   []hash
	known
}

// known holds the solver's results about a root.
type known struct {
	bounds
	played rule // the rules that were followed from here
}

// rootKey identifies the position after some steps, one hash per symmetry.
func (s *Solver) rootKey(steps []Step) []hash {
	key := slices.Repeat([]hash{s.salt}, s.zobrist.n)
	for _, h := range steps {
		s.zobrist.add(key, int32(h.Action), h.Seen)
	}
	return key
}

// recall loads the results of earlier questions about a root.
func (s *Solver) recall(x *root) {
	if old, ok := s.roots[least(x.key)]; ok {
		x.tighten(old.bounds)
		x.played = old.played
	}
}

// store saves the results about a root.
func (s *Solver) store(x *root) { s.roots[least(x.key)] = x.known }

// settle searches a root, see search.
func (s *Solver) settle(x *root, want int) {
	if x.lo == x.hi || x.hi <= want || s.stopped {
		return
	}
	if s.cfg.Objective == Openings {
		x.tighten(s.open.value(s.todo(x), want))
	} else {
		s.load(x)
		x.tighten(s.search(0, max(want, 0), x.lo))
	}
	s.store(x)
}

// todo presents a root to the search for openings.
func (s *Solver) todo(x *root) todo {
	done := make([]bool, s.p.Actions)
	for _, h := range x.steps {
		done[h.Action] = true
	}
	return todo{x.set, done, x.key}
}

// load makes a root the block at depth 0.
func (s *Solver) load(x *root) {
	b := &s.level(0).block
	b.setSize(len(x.set), s.r)
	b.stiff = false
	if !s.renew(&b.rows, len(x.set)*s.r) {
		return
	}
	b.rows = b.rows[:0]
	all := block{tops: s.tops}
	for at, i := range x.set {
		if at%span == 0 && s.toil(span*stateWords) {
			return
		}
		if at > 0 && all.topBetween(int(x.set[at-1]), int(i)) {
			b.endClique(at - 1)
		}
		b.rows = append(b.rows, s.rows[int(i)*s.r:int(i)*s.r+s.r]...)
	}
	b.closeWords()
	s.addColumns(b)
	b.key = append(b.key[:0], x.key...)
	s.reduce(b)
}

// addColumns gives b all actions of the problem.
func (s *Solver) addColumns(b *block) {
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
