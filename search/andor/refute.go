// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"encoding/binary"
	"slices"

	"github.com/veilplan/veil/search/proof"
)

// refutation writes down why no plan wins from a core. It repeats the search, which by
// now has most answers in its table.
type refutation[S, A, O comparable] struct {
	*coreSearch[S, A, O]
	names  proof.Names[S, A, O]
	states map[int32]int
	done   map[string]int
	out    *proof.Refutation
	failed bool // too long, or cut
}

// refutation returns a refutation, or nil if it would be too long.
func (v *coreSearch[S, A, O]) refutation(core []int32, d int) *proof.Refutation {
	w := &refutation[S, A, O]{
		coreSearch: v, names: proof.NamesOf(v.Rules), states: map[int32]int{}, done: map[string]int{},
		out: &proof.Refutation{Plies: d},
	}
	w.node(core, d, 0)
	if v.Cut != nil {
		v.Cut = nil // the verdict stands
		return nil
	}
	if w.failed {
		return nil
	}
	// Nodes were added after those they lead to; a refutation lists them before.
	slices.Reverse(w.out.Nodes)
	last := len(w.out.Nodes) - 1
	for i := range w.out.Nodes {
		for j := range w.out.Nodes[i].Answers {
			a := &w.out.Nodes[i].Answers[j]
			a.Next = last - a.Next
		}
	}
	return w.out
}

// node adds a core and everything that it refers to, and returns its number.
func (w *refutation[S, A, O]) node(core []int32, d, questions int) int {
	key := binary.AppendUvarint(nil, uint64(d))
	ids := slices.Clone(core)
	slices.Sort(ids)
	for _, id := range ids {
		key = binary.AppendUvarint(key, uint64(id))
	}
	if i, ok := w.done[string(key)]; ok {
		return i
	}
	var n proof.Lost
	for _, id := range ids {
		n.Belief = append(n.Belief, w.state(id))
	}
	for k := range w.actions(ids[0]) {
		w.action(&n, ids, k, d, questions)
		if w.failed || w.Cut != nil {
			return 0
		}
	}
	w.failed = len(w.out.Nodes) >= w.cfg.Refutation
	w.out.Nodes = append(w.out.Nodes, n)
	w.done[string(key)] = len(w.out.Nodes) - 1
	return len(w.out.Nodes) - 1
}

func (w *refutation[S, A, O]) state(id int32) int {
	k, ok := w.states[id]
	if !ok {
		k = len(w.out.States)
		w.states[id] = k
		w.out.States = append(w.out.States, w.names.State(w.mine.list.at(id)))
	}
	return k
}

// action adds the answer that refutes an action, unless the action fails by itself.
func (w *refutation[S, A, O]) action(n *proof.Lost, b []int32, k, d, questions int) {
	if w.fails(b, k, d) >= 0 {
		return
	}
	accepted, refused := w.divide(b, k)
	for i := range refused {
		if !refused[i].changed && len(refused[i].ids) == len(b) {
			return
		}
	}
	try := w.names.Action(w.actions(b[0])[k])
	for i := range accepted {
		if w.accepted(n, &accepted[i], try, d) || w.failed {
			return
		}
	}
	for i := range refused {
		h := &refused[i]
		asked := questions
		if h.changed {
			asked++
		}
		if next, core := w.or(h.ids, d, asked); next == nil && w.Cut == nil {
			b := proof.Branch{Heard: w.say(h), Refused: true, Next: w.node(core, d, asked)}
			n.Answers = append(n.Answers, proof.Refuted{Try: try, Branch: b})
			return
		}
	}
	w.failed = true // not reached: a core refutes every action
}

func (w *refutation[S, A, O]) say(h *hearing) string { return w.names.Seen(*w.seen.list.at(h.seen)) }

// accepted adds an answer if a node after an accepted try is lost.
func (w *refutation[S, A, O]) accepted(n *proof.Lost, h *hearing, try string, d int) bool {
	b := proof.Branch{Heard: w.say(h)}
	replies, left := []hearing{*h}, d-1
	if w.Adversary != nil {
		left = d - 2
		all, dead, core := w.spread(h, left)
		if core != nil {
			return true // a reply wins; that needs no answer
		}
		if replies = all; dead != nil {
			replies = []hearing{*dead}
		}
	}
	for i := range replies {
		r := &replies[i]
		next, core := w.or(r.ids, left, 0)
		if next != nil || w.Cut != nil {
			continue
		}
		if w.Adversary != nil {
			b.Reply = w.say(r)
		}
		b.Next = w.node(core, left, 0)
		n.Answers = append(n.Answers, proof.Refuted{Try: try, Branch: b})
		return true
	}
	return false
}
