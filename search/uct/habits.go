// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Memory keeps the policy that simulations learn, from one search to the next. The zero Memory has learned nothing.
type Memory struct{ habits any }

// Constants of habits.
const (
	// curious is the share of the steps of a rollout that try any action.
	curious = 0.02
	// trust is the exploration of the other steps, in standard deviations of what follows.
	trust = 0.2
	// recent is the number of results that count most.
	recent = 1000
	// weight is the number of simulations that a habit counts as, against those of an action in a node.
	weight = 10
	// maxCues limits the list; all later cues share one habit.
	maxCues = 1 << 14
)

// habits is a policy for the simulations of a problem that has none. It is learned while the search runs: what to do
// after the last action and observation, judged by the rewards that followed in earlier simulations. Policies of this
// kind ask again, answer a warning, and otherwise wait, where random actions spoil whatever the tree has done (Tak,
// Winands & Björnsson, "N-grams and the last-good-reply policy applied in general game playing", 2012, judge pairs of
// actions in the same way).
type habits[A, O comparable] struct {
	index  map[cue[A, O]]int32
	cues   []habit[A]
	usual  []average // the rewards still to come, by the number of steps made
	steps  []habitStep
	nodes  []int32 // the cue of each node, in tree.nodes
	spread average // the square of what follows more than usual
}

// cue identifies a habit. At the root nothing is known about the step before.
type cue[A, O comparable] struct {
	action A
	seen   O
	known  bool
}

// habit lists the actions tried after a cue.
type habit[A comparable] struct {
	tried []triedAction[A]
	n     int32
}

// triedAction is an action and how much more than usual followed it.
type triedAction[A comparable] struct {
	average

	action A
}

type average struct{ n, mean float64 }

// add counts x. The latest always counts something, because habits improve and early results mislead.
func (a *average) add(x float64) {
	a.n++
	a.mean += (x - a.mean) / min(a.n, recent)
}

// habitStep is a step of the current rollout.
type habitStep struct {
	cue, tried int32
	reward     float64
}

// recall returns the habits of a memory for a new search. What usually follows depends on the steps left, and which
// nodes there are on the tree, so these begin again.
func recall[A, O comparable](m *Memory) *habits[A, O] {
	h, ok := m.habits.(*habits[A, O])
	if !ok {
		h = &habits[A, O]{index: map[cue[A, O]]int32{}}
		h.of(cue[A, O]{})
		m.habits = h
	}
	h.usual, h.nodes = h.usual[:0], h.nodes[:0]
	return h
}

// of returns the number of the cue, which is 0 for the root's and for those beyond the limit.
func (h *habits[A, O]) of(c cue[A, O]) int32 {
	i, ok := h.index[c]
	if !ok && len(h.cues) < maxCues {
		i = int32(len(h.cues))
		h.index[c], h.cues = i, append(h.cues, habit[A]{})
	}
	return i
}

// find returns the place of an action in the list. Usually the list has the order of the actions.
func (h *habit[A]) find(guess int, a A) int32 {
	if guess < len(h.tried) && h.tried[guess].action == a {
		return int32(guess)
	}
	for i := range h.tried {
		if h.tried[i].action == a {
			return int32(i)
		}
	}
	h.tried = append(h.tried, triedAction[A]{action: a})
	return int32(len(h.tried) - 1)
}

// choose returns the place of the best of the actions, with reach as the bonus of one tried once, or of the first
// untried one, beginning anywhere.
func (h *habit[A]) choose(actions []A, from int, reach float64) int32 {
	best, top := int32(none), math.Inf(-1)
	for j := range actions {
		i := from + j
		if i >= len(actions) {
			i -= len(actions)
		}
		k := h.find(i, actions[i])
		if h.tried[k].n == 0 {
			return k
		}
		if score := h.tried[k].mean + reach/math.Sqrt(h.tried[k].n); score > top {
			best, top = k, score
		}
	}
	return best
}

// habitual plays a rollout by habit, and learns from it.
func (t *tree[S, A, O]) habitual() float64 {
	h, c := t.habits, t.lastCue()
	h.steps = h.steps[:0]
	for left := t.cfg.Horizon - len(t.path); left > 0; left-- {
		t.actions = t.AppendActions(t.actions[:0], &t.s)
		if len(t.actions) == 0 {
			break
		}
		r, at := t.dice(), h.of(c)
		k := t.byHabit(r, &h.cues[at])
		a := h.cues[at].tried[k].action
		o, reward, done := t.Step(r, &t.s, a)
		h.steps = append(h.steps, habitStep{at, k, reward})
		if done {
			break
		}
		c = cue[A, O]{a, o, true}
	}
	t.used += len(h.steps)
	return h.learn(len(t.path), t.cfg.Discount)
}

// byHabit returns the place of the action to take after a cue.
func (t *tree[S, A, O]) byHabit(r *rand.Rand, known *habit[A]) int32 {
	known.n++
	i := r.IntN(len(t.actions))
	if r.Float64() < curious {
		return known.find(i, t.actions[i])
	}
	return known.choose(t.actions, i, trust*math.Sqrt(float64(t.habits.spread.mean*t.log(known.n))))
}

// lastCue returns the cue of the node that the simulation has reached.
func (t *tree[S, A, O]) lastCue() cue[A, O] {
	if len(t.path) == 0 {
		return cue[A, O]{}
	}
	v := t.path[len(t.path)-1]
	return cue[A, O]{t.edges[v.edge].action, t.answers[v.answer].seen, true}
}

// remember notes the cue of the node that is being expanded.
func (t *tree[S, A, O]) remember(at int32) {
	h := t.habits
	for len(h.nodes) <= int(at) {
		h.nodes = append(h.nodes, none)
	}
	h.nodes[at] = h.of(t.lastCue())
}

// pickHabit is pick with what habits know about the node's cue as a prior: the node's value, and how much more than
// its actions so far an action usually brings. It counts as some simulations.
func (t *tree[S, A, O]) pickHabit(at, offered int32, log float64) int32 {
	n, known := &t.nodes[at], &t.habits.cues[t.habits.nodes[at]]
	edges := t.edges[n.edges : n.edges+offered]
	base := known.base(edges)
	reach := t.cfg.Explore * math.Sqrt(t.habits.spread.mean)
	best, top := 0, math.Inf(-1)
	for i := range edges {
		e := &edges[i]
		prior := base + known.tried[known.find(i, e.action)].mean
		q := (float64(float64(e.visits)*e.q) + float64(weight*prior)) / (float64(e.visits) + weight)
		if score := q + float64(reach*math.Sqrt(log/(1+float64(e.visits)))); score > top {
			best, top = i, score
		}
	}
	return n.edges + int32(best)
}

// base returns the average value of the edges, less what habits know about them.
func (h *habit[A]) base(edges []edge[A]) float64 {
	sum, visits := 0.0, 0.0
	for i := range edges {
		e := &edges[i]
		sum += float64(float64(e.visits) * (e.q - h.tried[h.find(i, e.action)].mean))
		visits += float64(e.visits)
	}
	return sum / max(visits, 1)
}

// learn judges the steps of the rollout, which began at a depth, by the rewards that followed each of them, less
// what usually follows with as many steps left. It returns the rewards of all.
func (h *habits[A, O]) learn(depth int, discount float64) float64 {
	for len(h.usual) < depth+len(h.steps) {
		h.usual = append(h.usual, average{})
	}
	sum := 0.0
	for i, s := range slices.Backward(h.steps) {
		usual := &h.usual[depth+i]
		sum = s.reward + float64(discount*sum)
		off := sum - usual.mean
		h.cues[s.cue].tried[s.tried].add(off)
		h.spread.add(float64(off * off))
		usual.add(sum)
	}
	return sum
}
