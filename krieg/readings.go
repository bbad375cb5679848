// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"errors"
	"slices"

	"github.com/veilplan/veil"
)

// Readings is the trail of a [Reader]. Results do not depend on it.
type Readings = Trail[terms, followed]

// terms are the settings besides the events that following a history depends on.
type terms struct {
	limits Limits
	weigh  Weighting
}

// followed is a reader's result after some events.
type followed struct {
	belief  *Belief
	steps   []Step
	weights weights
	spent   int   // of the nodes
	hard    error // error of the next event, if it leads to too many boards
	next    Event
}

// follow applies a history from its start, or from where the trail of an earlier one ends.
func (r Reader) follow(m *meter, h *History) (Situation, error) {
	budget := m.left
	at, from, err := r.begin(budget, h)
	if err != nil {
		return Situation{History: h, Weighed: ByPosition}, err
	}
	m.left -= at.spent
	if at.hard != nil && from < len(h.Events) && h.Events[from] == at.next {
		return r.situation(h, &at), at.hard
	}
	last, err := h.follow(m, at.belief, from, r.Limits.Boards, func(before, after *Belief, e Event) {
		at.steps = append(slices.Clip(at.steps), Step{after.Len(), before.ruledOut(m, e)})
		if r.Weigh.followed() {
			at.weights.hear(m, before, after, e)
		}
		if m.err == nil {
			at.belief, at.spent, at.hard = after, budget-m.left, nil
			r.Trail.Remember(len(at.steps), at)
		}
	})
	if errors.Is(err, veil.ErrTooHard) && m.err == nil {
		at.hard, at.next = err, h.Events[len(at.steps)]
		r.Trail.Remember(len(at.steps), at)
	}
	at.belief = last
	return r.situation(h, &at), err
}

// begin returns the result to continue from, and its number of events. It skips a trail whose work
// exceeds the budget: within it, that reading would have ended earlier.
func (r Reader) begin(budget int, h *History) (at followed, events int, err error) {
	at, events, ok := r.Trail.Latest(terms{r.Limits, r.Weigh}, h, func(f followed) bool { return f.spent <= budget })
	if ok {
		return at, events, nil
	}
	b, err := NewBelief(h.Rules, h.Me, []Position{h.Start})
	return followed{belief: b, weights: weights{by: r.Weigh, opponent: r.Opponent, weight: []float64{1}}}, 0, err
}

// situation converts a result to what a [Reader] returns. Without events, or with a
// weighting that does not follow them, it has no weights.
func (r Reader) situation(h *History, at *followed) Situation {
	s := Situation{Belief: at.belief, History: h, Weighed: ByPosition, Steps: slices.Clip(at.steps)}
	if r.Weigh.followed() && len(at.steps) > 0 {
		s.Weights, s.Weighed = at.weights.weight, r.Weigh
	}
	return s
}
