// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"slices"

	"github.com/veilplan/veil/search/andor/internal/game"
)

// hearing is the set of states that agree with one observation. Each state is listed
// with the state of the OR node that it comes from.
type hearing struct {
	seen    int32
	stamp   int32
	changed bool // a refusal that changed a state
	ids     []int32
	from    []int32
	last    tries // what can still be tried at the last ply
}

// attempt is the result of a try.
type attempt[A, O comparable] struct {
	plan    *game.Plan[A, O]
	refused []hearing // refusals that change nothing; not searched yet
	core    []int32   // states for which the try fails; nil if there are none
	lost    bool      // no other try wins from the core either
	useless bool      // it may be refused in every state
}

// try makes a try at an OR node. It searches every announcement, except refusals that change
// nothing.
func (v *coreSearch[S, A, O]) try(b []int32, k, d, questions int) attempt[A, O] {
	if id := v.fails(b, k, d); id >= 0 {
		return attempt[A, O]{core: []int32{id}}
	}
	if id := v.hopelessTry(b, k, d, questions); id >= 0 {
		return attempt[A, O]{core: []int32{id}}
	}
	accepted, refused := v.divide(b, k)
	t := attempt[A, O]{plan: &game.Plan[A, O]{Try: v.actions(b[0])[k]}}
	for i := range refused {
		if !refused[i].changed && len(refused[i].ids) == len(b) {
			return attempt[A, O]{useless: true}
		}
	}
	for i := range accepted {
		h := &accepted[i]
		if t.core = v.accept(t.plan, h, d); t.core != nil || v.Cut != nil {
			t.lost = v.stepper != nil && v.stepper.SafeStep(t.plan.Try, *v.seen.list.at(h.seen))
			return t
		}
	}
	for i := range refused {
		h := &refused[i]
		if !h.changed {
			t.refused = append(t.refused, *h)
			continue
		}
		next, core := v.or(h.ids, d, questions+1)
		if next == nil {
			t.core = h.origins(core)
			return t
		}
		t.plan.Branches = append(t.plan.Branches, v.refusedTo(h, next))
	}
	return t
}

func (v *coreSearch[S, A, O]) refusedTo(h *hearing, next *game.Plan[A, O]) game.Branch[A, O] {
	return game.Branch[A, O]{Heard: game.Heard[O]{Answer: *v.seen.list.at(h.seen), Refused: true}, Next: next}
}

// refusals searches the refusals of a try that wins where it is not refused. If one of
// them is lost, so is the OR node: a refusal that changes nothing only removes states
// (theorem 2).
func (v *coreSearch[S, A, O]) refusals(t *attempt[A, O], d, questions int) (*game.Plan[A, O], []int32) {
	for i := range t.refused {
		h := &t.refused[i]
		next, core := v.exact(h.ids, d, questions, -1)
		if next == nil {
			return nil, core
		}
		t.plan.Branches = append(t.plan.Branches, v.refusedTo(h, next))
	}
	return t.plan, nil
}

// fails returns a state in which action k fails at once, or -1.
func (v *coreSearch[S, A, O]) fails(b []int32, k, d int) int32 {
	for _, id := range b {
		for _, e := range v.look(id, k) {
			if e.kind == loses || e.kind == goes && d <= 1 {
				return id
			}
		}
	}
	return -1
}

// hopelessTry returns a state in which action k, if it is not refused, does not win even
// for a player who sees the state, or -1.
func (v *coreSearch[S, A, O]) hopelessTry(b []int32, k, d, questions int) int32 {
	if v.cfg.NoPrecheck {
		return -1
	}
	idle := func(e edge) bool { return e.kind == idles }
	for _, id := range b {
		if !slices.ContainsFunc(v.look(id, k), idle) && !v.actionWins(id, k, d, questions) {
			return id
		}
	}
	return -1
}

// divide makes try k in all states and groups the results by observation.
func (v *coreSearch[S, A, O]) divide(b []int32, k int) (accepted, refused []hearing) {
	base := v.stamp
	for _, id := range b {
		for _, e := range v.look(id, k) {
			switch e.kind {
			case goes:
				h := v.hear(&accepted, e.seen)
				if v.Adversary == nil {
					v.put(h, &v.mark, base, e.to, id)
				} else {
					v.put(h, &v.markTheirs, base, e.to, id)
				}
			case asks:
				h := v.hear(&refused, e.seen)
				h.changed = true
				v.put(h, &v.mark, base, e.to, id)
			case idles:
				v.put(v.hear(&refused, e.seen), &v.mark, base, id, id)
			default:
			}
		}
	}
	return accepted, refused
}

// hear returns the hearing for an observation, adding it if necessary.
func (v *coreSearch[S, A, O]) hear(list *[]hearing, seen int32) *hearing {
	for i := range *list {
		if (*list)[i].seen == seen {
			return &(*list)[i]
		}
	}
	v.stamp++
	*list = append(*list, hearing{seen: seen, stamp: v.stamp})
	return &(*list)[len(*list)-1]
}

// put adds a state to a hearing unless it is there, and reports whether it did. Marks
// above base belong to hearings of the same division; a state may be in several.
func (v *coreSearch[S, A, O]) put(h *hearing, marks *[]int32, base, id, from int32) bool {
	for int(id) >= len(*marks) {
		*marks = append(*marks, make([]int32, len(*marks)+1024)...)
	}
	m := &(*marks)[id]
	if *m == h.stamp || *m > base && slices.Contains(h.ids, id) {
		return false
	}
	*m = h.stamp
	h.ids = append(h.ids, id)
	h.from = append(h.from, from)
	return true
}

// origins returns the states of the OR node that some states of a hearing come from.
func (h *hearing) origins(ids []int32) []int32 {
	var from []int32
	for _, id := range ids {
		if o := h.from[slices.Index(h.ids, id)]; !slices.Contains(from, o) {
			from = append(from, o)
		}
	}
	return from
}

// accept searches the nodes after an accepted try and adds their plans to p. If one
// fails, it returns the states of the OR node that are lost.
func (v *coreSearch[S, A, O]) accept(p *game.Plan[A, O], h *hearing, d int) []int32 {
	o := game.Heard[O]{Answer: *v.seen.list.at(h.seen)}
	if v.Adversary == nil {
		next, core := v.or(h.ids, d-1, 0)
		p.Branches = append(p.Branches, game.Branch[A, O]{Heard: o, Next: next})
		return h.origins(core)
	}
	replies, dead, core := v.spread(h, d-2)
	if dead != nil {
		return dead.origins(dead.last.core)
	} else if core != nil {
		return core
	}
	for i := range replies {
		next, core := v.or(replies[i].ids, d-2, 0)
		if next == nil {
			return replies[i].origins(core)
		}
		o.Reply, o.Replied = *v.seen.list.at(replies[i].seen), true
		p.Branches = append(p.Branches, game.Branch[A, O]{Heard: o, Next: next})
	}
	return nil
}

// spread is an EXPAND node: it makes all replies and groups them by observation. If a reply decides
// the game against the player, it returns the state that it comes from as core. Before the last ply
// it stops as soon as the states of a hearing leave nothing to try, and returns that hearing as
// dead.
func (v *coreSearch[S, A, O]) spread(h *hearing, d int) (replies []hearing, dead *hearing, core []int32) {
	base := v.stamp
	last := d == 1 && !v.cfg.NoCover
	for i, id := range h.ids {
		if !v.Visit() {
			return nil, nil, h.from[i : i+1]
		}
		answers, ok := v.replyTo(id)
		if !ok || d <= 0 && len(answers) > 0 {
			return nil, nil, h.from[i : i+1]
		}
		for j := range answers {
			r := v.hear(&replies, answers[j].seen)
			to := v.numbered(&answers[j])
			if !v.put(r, &v.mark, base, to, h.from[i]) || !last || v.several {
				continue
			}
			if len(r.ids) == 1 {
				r.last = v.newTries(to)
			}
			if r.last.add(v.masks(to), to); r.last.dead() {
				return nil, r, nil
			}
		}
	}
	return replies, nil, nil
}
