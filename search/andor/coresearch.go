// SPDX-License-Identifier: BSD-3-Clause

package andor

import (
	"cmp"
	"slices"

	"github.com/veilplan/veil/search/andor/internal/game"
)

// coreSearch is the search of this package. It searches OR nodes depth-first, as the
// GL-DFS of the paper does, and
//
//   - makes every step of the game once and remembers its result (transitions.go);
//   - rejects a try if it loses one of the states even for a player who sees the state
//     (perfectinfo.go); a [PerfectInfoSolver] decides the last plies of that question;
//   - decides the last ply by bit masks (lastply.go);
//   - proves a belief for one state first, then for several, then for all, so that a
//     disproof needs few states, as in the paper's DBU;
//   - extracts from every disproof a core, a few states that suffice for it, and
//     thereby disproves every belief that contains the core (table.go);
//   - tries actions that leave the fewest replies first.
//
// Trying first the states or replies that refuted other tries did not make it faster.
type coreSearch[S, A, O comparable] struct {
	*transitionCache[S, A, O]
	cfg        *Config
	stepper    SafeStepper[A, O]
	classifier LastPlyClassifier[S, A]
	solver     PerfectInfoSolver[S]

	table table[A, O]
	bits  []uint64 // masks of states
	stamp int32
	// Per state, the last set it was put into.
	mark, markTheirs []int32
}

func newCoreSearch[S, A, O comparable](g *game.Game[S, A, O], cfg *Config, b []S) (*coreSearch[S, A, O], []int32) {
	v := &coreSearch[S, A, O]{transitionCache: newTransitionCache(g), cfg: cfg}
	v.stepper, _ = g.Rules.(SafeStepper[A, O])
	v.classifier, _ = g.Rules.(LastPlyClassifier[S, A])
	if !cfg.NoSolver {
		v.solver, _ = g.Rules.(PerfectInfoSolver[S])
	}
	ids := make([]int32, 0, len(b))
	for i := range b {
		if ids = append(ids, v.mineID(&b[i])); !v.Visit() {
			break
		}
	}
	return v, ids
}

// growth is the factor between the sizes of the parts of a belief that are searched
// before the whole.
const growth = 4

// or searches an OR node. It returns a plan or, if there is none, a core: a subset of
// the states that no plan wins either.
func (v *coreSearch[S, A, O]) or(b []int32, d, questions int) (*game.Plan[A, O], []int32) {
	hint := -1
	if !v.cfg.NoGrowth && d > 1 {
		for n := 1; n < len(b); n *= growth {
			p, core := v.exact(b[:n], d, questions, hint)
			if p == nil {
				return nil, core
			}
			hint = v.hintOf(b[0], p)
		}
	}
	return v.exact(b, d, questions, hint)
}

func (v *coreSearch[S, A, O]) indexOf(id int32, a A) int {
	for k, other := range v.actions(id) {
		if other == a {
			return k
		}
	}
	return -1
}

// exact searches an OR node, the action hint first.
func (v *coreSearch[S, A, O]) exact(b []int32, d, questions, hint int) (*game.Plan[A, O], []int32) {
	if !v.Node() || v.Endless(questions) {
		return nil, nil
	}
	if p, core := v.known(b, d); p != nil || core != nil {
		return p, core
	}
	if id := v.hopeless(b, d, questions); id >= 0 {
		return nil, []int32{id}
	}
	p, core := v.decideOr(b, d, questions, hint)
	v.learn(b, d, p, core)
	return p, core
}

// hopeless returns a state that is lost even for a player who sees it, or -1.
func (v *coreSearch[S, A, O]) hopeless(b []int32, d, questions int) int32 {
	for _, id := range b {
		if !v.cfg.NoPrecheck && !v.canWin(id, d, questions) {
			return id
		}
	}
	return -1
}

// decideOr tries the actions in order. If none wins, the union of the cores of all tries is a core:
// every try fails in one of its states.
func (v *coreSearch[S, A, O]) decideOr(b []int32, d, questions, hint int) (*game.Plan[A, O], []int32) {
	if d == 1 && !v.cfg.NoCover {
		p, core, final := v.cover(b)
		if !v.several && (final || p != nil) {
			return p, core
		}
	}
	var core []int32
	for _, k := range v.sorted(b[0], d, hint) {
		t := v.try(b, int(k), d, questions)
		switch {
		case v.Cut != nil:
			return nil, nil
		case t.useless:
		case t.core == nil:
			return v.refusals(&t, d, questions)
		case t.lost:
			return nil, t.core
		default:
			core = append(core, t.core...)
		}
	}
	if core == nil {
		return nil, b[:1] // everything is refused everywhere
	}
	slices.Sort(core)
	return nil, slices.Compact(core)
}

// sorted returns all actions: the hint first, then by their promise in one state.
func (v *coreSearch[S, A, O]) sorted(id int32, d, hint int) []int32 {
	n := len(v.actions(id))
	list, rank := make([]int32, n), make([]int32, n)
	for k := range n {
		list[k] = int32(k)
		if !v.cfg.NoOrder {
			rank[k] = v.rank(id, k, d)
		}
		if k == hint {
			rank[k] = -1
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(rank[a], rank[b]) })
	return list
}

// unranked is the rank of an action that fails at once or is refused.
const unranked = 1 << 30

// rank is lower for an action that leaves fewer replies, because there is less to prove.
func (v *coreSearch[S, A, O]) rank(id int32, k, d int) int32 {
	r := int32(0)
	for _, e := range v.look(id, k) {
		switch {
		case e.kind == wins:
		case e.kind == asks:
			r += 1000 // a question costs no ply, so it can wait
		case e.kind != goes || d <= 1:
			return unranked
		case v.Adversary == nil:
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
