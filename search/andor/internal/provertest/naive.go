// SPDX-License-Identifier: BSD-3-Clause

package provertest

import (
	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/proof"
)

// Naive is AND-OR search over sets of states, written only for clarity: no order, no pruning, no
// table.
type Naive[S, A, O comparable] struct {
	Rules proof.Rules[S, A, O]
	// Sees lets the player see every state.
	Sees bool
}

type sound[O comparable] struct{ answer, reply O }

// Wins reports whether one plan wins from all of b in d plies.
func (n Naive[S, A, O]) Wins(b map[S]bool, d int) bool {
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
	for _, a := range n.Rules.AppendActions(nil, &first) {
		if n.works(b, a, d) {
			return true
		}
	}
	return false
}

// works reports whether action a, done now, wins.
func (n Naive[S, A, O]) works(b map[S]bool, a A, d int) bool {
	refused := map[O]map[S]bool{}
	after := map[sound[O]]map[S]bool{}
	for s := range b {
		for _, out := range n.Rules.AppendOutcomes(nil, &s, a) {
			switch n.Rules.Status(&out.State) {
			case veil.Lost:
				return false
			case veil.Open:
				if rej, ok := n.Rules.(veil.Rejecter[O]); ok && rej.Rejected(out.Seen) {
					Put(refused, out.Seen, out.State)
				} else if d == 1 || !n.reply(out, after) {
					return false
				}
			case veil.Won:
			}
		}
	}
	for _, c := range refused {
		if sameSet(b, c) || !n.winsAll(c, d) {
			return false // the refusal gives no information, or does not help
		}
	}
	cost := 1
	if _, ok := n.Rules.(veil.Adversary[S, O]); ok {
		cost = 2
	}
	for _, c := range after {
		if !n.winsAll(c, d-cost) {
			return false
		}
	}
	return true
}

// winsAll reports whether the states with one observation are won, as one belief or, if the player
// sees them, each by itself.
func (n Naive[S, A, O]) winsAll(b map[S]bool, d int) bool {
	if !n.Sees {
		return n.Wins(b, d)
	}
	for s := range b {
		if !n.Wins(map[S]bool{s: true}, d) {
			return false
		}
	}
	return true
}

// reply sorts the replies to an outcome by observation.
func (n Naive[S, A, O]) reply(out veil.Outcome[S, O], after map[sound[O]]map[S]bool) bool {
	adv, ok := n.Rules.(veil.Adversary[S, O])
	if !ok {
		Put(after, sound[O]{answer: out.Seen}, out.State)
		return true
	}
	replies := adv.AppendReplies(nil, &out.State)
	for _, reply := range replies {
		switch n.Rules.Status(&reply.State) {
		case veil.Lost:
			return false
		case veil.Open:
			Put(after, sound[O]{out.Seen, reply.Seen}, reply.State)
		case veil.Won:
		}
	}
	return len(replies) > 0
}

// Put adds a state to one of several sets.
func Put[K, S comparable](m map[K]map[S]bool, k K, s S) {
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

// SetOf returns a list as a set.
func SetOf[S comparable](list []S) map[S]bool {
	set := map[S]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}
