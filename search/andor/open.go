// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"cmp"
	"slices"
)

// This file decides what the player could force if he saw everything: an ordinary
// AND-OR search over single states, with a table. Who cannot win an open game cannot
// win it blind, so a belief with such a state is disproved.

// canWin reports whether the player wins within d plies from a state that he sees.
func (v *lens[S, A, O]) canWin(id int32, d, questions int) bool {
	in := &v.info[id]
	switch {
	case int(in.wins) <= d:
		return true
	case int(in.fails) >= d || v.cut != nil:
		return false
	case questions > maxQuestions:
		v.stop(ErrEndless)
		return false
	}
	if v.decide(id, d, questions) {
		v.info[id].wins = min(v.info[id].wins, int16(d))
		return true
	}
	if v.cut == nil {
		v.info[id].fails = max(v.info[id].fails, int16(d))
	}
	return false
}

func (v *lens[S, A, O]) decide(id int32, d, questions int) bool {
	if d == 1 && !v.cfg.NoCover {
		m := v.masks(id)
		if m.wins() {
			return true
		}
		if !m.asks() {
			return false
		}
	}
	for _, k := range v.ordered(id, d) {
		if v.actionWins(id, int(k), d, questions) {
			return true
		}
	}
	return false
}

// ordered returns the actions that do not fail at once in a state, the most promising
// first: those that win, then by how many replies they leave.
func (v *lens[S, A, O]) ordered(id int32, d int) []int32 {
	n := len(v.actions(id))
	list := make([]int32, 0, n)
	rank := make([]int32, n)
	for k := range n {
		r := v.rank(id, k, d)
		rank[k] = r
		if r == 0 {
			return append(list[:0], int32(k))
		}
		if r < unranked {
			list = append(list, int32(k))
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(rank[a], rank[b]) })
	return list
}

// unranked is the rank of an action that fails at once or is refused.
const unranked = 1 << 30

func (v *lens[S, A, O]) rank(id int32, k, d int) int32 {
	r := int32(0)
	for _, e := range v.look(id, k) {
		switch {
		case e.kind == wins:
		case e.kind == asks:
			r += 1000 // a question costs no ply: everything else first
		case e.kind != goes || d <= 1:
			return unranked
		case v.adv == nil:
			r++
		default:
			answers, ok := v.replyTo(e.to)
			if !ok {
				return unranked
			}
			r += 1 + int32(len(answers))
		}
	}
	return r
}

// actionWins reports whether action k wins from a state that the player sees. An action
// that can be refused and changes nothing does not.
func (v *lens[S, A, O]) actionWins(id int32, k, d, questions int) bool {
	for _, e := range v.look(id, k) {
		ok := false
		switch e.kind {
		case wins:
			ok = true
		case goes:
			ok = v.accepted(e.to, d, questions)
		case asks:
			ok = v.canWin(e.to, d, questions+1)
		default:
		}
		if !ok {
			return false
		}
	}
	return true
}

// accepted reports whether the player wins from the state an accepted action led to,
// made with d plies left.
func (v *lens[S, A, O]) accepted(to int32, d, questions int) bool {
	switch {
	case d <= 1:
		return false
	case v.adv == nil:
		return v.canWin(to, d-1, 0)
	default:
		return v.allReplies(to, d-1)
	}
}

// allReplies reports whether the player wins within d plies whatever the opponent, whose
// turn it is, replies. The reply that refutes is looked at first the next time.
func (v *lens[S, A, O]) allReplies(id int32, d int) bool {
	p := &v.post[id]
	switch {
	case int(p.wins) <= d:
		return true
	case int(p.fails) >= d || v.cut != nil:
		return false
	}
	answers, ok := v.replyTo(id)
	for i := range answers {
		if !ok || d <= 1 || !v.canWin(answers[i].to, d-1, 0) {
			answers = v.answersOf(id)
			answers[0], answers[i] = answers[i], answers[0]
			ok = false
			break
		}
	}
	p = &v.post[id]
	switch {
	case v.cut != nil:
		return false
	case ok:
		p.wins = min(p.wins, int16(d))
	default:
		p.fails = max(p.fails, int16(d))
	}
	return ok
}
