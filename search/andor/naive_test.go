// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// naive is AND-OR search over sets of states, written for nothing but to be plain: no
// order, no pruning, no table.
type naive[S, A, O comparable] struct {
	m proof.Rules[S, A, O]
	// sees lets the player see every state that he gets to.
	sees bool
}

type sound[O comparable] struct{ answer, reply O }

// wins reports whether one plan wins from all of b in d plies.
func (n naive[S, A, O]) wins(b map[S]bool, d int) bool {
	if len(b) == 0 {
		return true
	}
	if d <= 0 {
		return false
	}
	var first S
	for s := range b {
		first = s
	}
	for _, a := range n.m.AppendActions(nil, &first) {
		if n.works(b, a, d) {
			return true
		}
	}
	return false
}

// works reports whether action a, done now, wins.
func (n naive[S, A, O]) works(b map[S]bool, a A, d int) bool {
	refused := map[O]map[S]bool{}
	after := map[sound[O]]map[S]bool{}
	for s := range b {
		for _, out := range n.m.AppendOutcomes(nil, &s, a) {
			switch n.m.Status(&out.State) {
			case veil.Lost:
				return false
			case veil.Open:
				if rej, ok := n.m.(veil.Rejecter[O]); ok && rej.Rejected(out.Seen) {
					put(refused, out.Seen, out.State)
				} else if d == 1 || !n.reply(out, after) {
					return false
				}
			case veil.Won:
			}
		}
	}
	for _, c := range refused {
		if sameSet(b, c) || !n.winsAll(c, d) {
			return false // nothing was learned, or it does not help
		}
	}
	cost := 1
	if _, ok := n.m.(veil.Adversary[S, O]); ok {
		cost = 2
	}
	for _, c := range after {
		if !n.winsAll(c, d-cost) {
			return false
		}
	}
	return true
}

// winsAll reports whether the states that fit what was heard are won, as one belief or,
// if the player sees them, each by itself.
func (n naive[S, A, O]) winsAll(b map[S]bool, d int) bool {
	if !n.sees {
		return n.wins(b, d)
	}
	for s := range b {
		if !n.wins(map[S]bool{s: true}, d) {
			return false
		}
	}
	return true
}

// reply sorts the replies to an outcome by what is heard.
func (n naive[S, A, O]) reply(out veil.Outcome[S, O], after map[sound[O]]map[S]bool) bool {
	adv, ok := n.m.(veil.Adversary[S, O])
	if !ok {
		put(after, sound[O]{answer: out.Seen}, out.State)
		return true
	}
	replies := adv.AppendReplies(nil, &out.State)
	for _, reply := range replies {
		switch n.m.Status(&reply.State) {
		case veil.Lost:
			return false
		case veil.Open:
			put(after, sound[O]{out.Seen, reply.Seen}, reply.State)
		case veil.Won:
		}
	}
	return len(replies) > 0
}

func put[K, S comparable](m map[K]map[S]bool, k K, s S) {
	if m[k] == nil {
		m[k] = map[S]bool{}
	}
	m[k][s] = true
}

func sameSet[S comparable](a, b map[S]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for s := range a {
		if !b[s] {
			return false
		}
	}
	return true
}

func setOf[S comparable](list []S) map[S]bool {
	set := map[S]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}
