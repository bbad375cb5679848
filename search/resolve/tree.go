// SPDX-License-Identifier: BSD-3-Clause

package resolve

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Config configures a search.
type Config struct {
	// Seed determines every random choice.
	Seed uint64
	// Explore is the weight of the exploration term of PUCT in units of the payoff; zero means 1.
	Explore float64
	// Alternative, if set, returns the payoff of First that the player who does not search can
	// have at each of its root views instead of the game: the resolving gadget.
	Alternative func(view uint64) float64
	// Searcher is the player that searches: with Alternative, the other one may leave.
	Searcher int
	// Forced is the share of each root at which the other player may not leave. Without it a search
	// whose opponent always leaves has no reason for anything.
	Forced float64
}

// Tree is a part of a game, with a mixture at each information set. It is not safe for concurrent
// use.
type Tree[S any] struct {
	game    Game[S]
	cfg     Config
	random  *rand.Rand
	nodes   []node
	states  []S
	roots   []int32
	views   views
	setOf   []int32 // by view: the information set in which its player acts, or -1
	sets    []set
	actions []action
	round   int     // iterations so far
	turns   int     // expansions so far
	inner   []inner // expanded nodes, parents before their children
	sorted  int     // number of them when they were last sorted
	scratch scratch
}

// node is a state of the tree. Its children are adjacent.
type node struct {
	first  int32 // first child, 0 in a leaf
	n      int32 // number of children
	set    int32 // of the player that acts, or -1
	parent int32 // -1 for a root
	turn   int8
	gate   bool // the choice between the game and its alternative
	views  [2]int32
	chance float64 // probability that chance comes here from the parent; the weight of a root
}

// inner is the solver's copy of an expanded node. It does not visit leaves, which most nodes are.
type inner struct {
	at, first, n int32
	set, actions int32 // the set, and its first action; -1 for chance
	parent, arc  int32 // and the action that comes here from it, -1 for chance
	turn, by     int8  // who acts here, and who did at the parent
	chance       float64
}

// set is an information set: its actions are adjacent.
type set struct {
	first, n int32
	player   int8
	fixed    bool
	gate     bool
	met      bool  // some node was reached in the last iteration
	still    bool  // none was, and the mixture is that of the regrets alone
	nodes    int32 // expanded nodes
	visits   float64
}

// action holds the solver's numbers of an action of an information set.
type action struct {
	mix     float64 // current mixture
	sum     float64 // of mixtures, weighted
	regret  float64
	gain    float64 // counterfactual value of the last iteration, payoff of the acting player
	visits  float64
	initial float64 // sum of the children's estimates when nodes were expanded
}

// New returns a tree of the roots alone. It reports roots that do not fit together.
func New[S any](game Game[S], roots []Root[S], cfg Config) (*Tree[S], error) {
	if len(roots) == 0 {
		return nil, fmt.Errorf("no roots: a search needs at least one state")
	}
	if cfg.Explore == 0 {
		cfg.Explore = 1
	}
	t := &Tree[S]{game: game, cfg: cfg, random: rand.New(rand.NewPCG(cfg.Seed, 38))}
	total := 0.0
	for i, r := range roots {
		if !(r.Weight > 0) {
			return nil, fmt.Errorf("root %d: weight %g, want more than 0", i, r.Weight)
		}
		total += r.Weight
	}
	for _, r := range roots {
		if err := t.plant(r, r.Weight/total); err != nil {
			return nil, err
		}
	}
	return t, t.fix(roots)
}

// plant adds a root, below a choice of the opponent if it has an alternative.
func (t *Tree[S]) plant(r Root[S], weight float64) error {
	views := [2]int32{t.view(-1, r.Views[0]), t.view(-2, r.Views[1])}
	if t.cfg.Alternative == nil {
		t.add(r.State, views, weight, -1)
		t.roots = append(t.roots, int32(len(t.nodes)-1))
		return nil
	}
	other := 1 - t.cfg.Searcher
	gate := int32(len(t.nodes))
	t.roots = append(t.roots, gate)
	var none S
	t.put(node{turn: int8(other), gate: true, views: views, chance: weight, set: -1, parent: -1}, none, 0)
	t.nodes[gate].views[other] = t.view(views[other], doorMark)
	t.put(node{turn: Over, views: views, chance: 1, set: -1, parent: gate}, none, t.cfg.Alternative(r.Views[other]))
	t.add(r.State, views, 1, gate)
	t.nodes[gate].first, t.nodes[gate].n = gate+1, 2
	return t.join(gate)
}

// add appends a leaf.
func (t *Tree[S]) add(s S, views [2]int32, chance float64, parent int32) {
	t.put(node{turn: int8(t.game.Turn(s)), set: -1, views: views, chance: chance, parent: parent}, s, t.game.Value(s))
}

// reserved is the largest number of nodes for which a search makes room at once.
const reserved = 1 << 18

// reserve makes room for a number of nodes: a tree that grows by doubling is copied and cleared again and
// again.
func (t *Tree[S]) reserve(nodes int) {
	more := min(nodes, reserved) - len(t.nodes)
	if more <= 0 {
		return
	}
	t.nodes, t.states = slices.Grow(t.nodes, more), slices.Grow(t.states, more)
	t.scratch.value = slices.Grow(t.scratch.value, more)
	t.setOf = slices.Grow(t.setOf, more)
}

// put appends a node with the payoff of First there, or its estimate.
func (t *Tree[S]) put(n node, s S, value float64) {
	t.nodes, t.states = append(t.nodes, n), append(t.states, s)
	t.scratch.value = append(t.scratch.value, value)
}

// fix expands the roots with fixed mixtures.
func (t *Tree[S]) fix(roots []Root[S]) error {
	for i, r := range roots {
		if r.Fixed == nil {
			continue
		}
		at := t.roots[i]
		if t.cfg.Alternative != nil {
			at += 2
		}
		if err := t.expand(at); err != nil {
			return err
		}
		n := &t.nodes[at]
		if n.set < 0 || int(n.n) != len(r.Fixed) {
			return fmt.Errorf("root %d: fixed mixture of %d actions, want %d of a player", i, len(r.Fixed), n.n)
		}
		s := &t.sets[n.set]
		s.fixed = true
		for a, x := range r.Fixed {
			t.actions[int(s.first)+a].mix = x
		}
	}
	return nil
}

// view returns the number of a view, and makes it if it is new.
func (t *Tree[S]) view(parent int32, mark uint64) int32 {
	v, isNew := t.views.number(viewKey{parent, mark})
	if isNew {
		t.setOf = append(t.setOf, -1)
	}
	return v
}

// expand adds all children of a leaf.
func (t *Tree[S]) expand(at int32) error {
	n := t.nodes[at]
	s := t.states[at]
	if n.first != 0 || n.turn == Over {
		return nil
	}
	count := t.game.Actions(s)
	if count < 1 {
		return fmt.Errorf("a state that is not over has %d actions, want at least 1", count)
	}
	t.nodes[at].first, t.nodes[at].n = int32(len(t.nodes)), int32(count)
	for a := range count {
		next, heard := t.game.Next(s, a)
		views, chance := n.views, 1.0
		if n.turn == Chance {
			chance = t.game.Chance(s, a)
		} else {
			views[n.turn] = t.view(views[n.turn], ownMark(a))
		}
		for p, h := range heard {
			if h != Silent {
				views[p] = t.view(views[p], heardMark(h))
			}
		}
		t.add(next, views, chance, at)
	}
	var none S
	t.states[at] = none
	if n.turn == Chance {
		t.branch(at)
		return nil
	}
	return t.join(at)
}

// join makes an expanded node part of the information set in which its player acts.
func (t *Tree[S]) join(at int32) error {
	n := &t.nodes[at]
	v := n.views[n.turn]
	if t.setOf[v] < 0 {
		t.setOf[v] = int32(len(t.sets))
		t.sets = append(t.sets, set{first: int32(len(t.actions)), n: n.n, player: n.turn})
		for range n.n {
			t.actions = append(t.actions, action{mix: 1 / float64(n.n)})
		}
	}
	n.set = t.setOf[v]
	s := &t.sets[n.set]
	if s.n != n.n || s.player != n.turn {
		return fmt.Errorf("an information set has %d actions of player %d in one state and %d of player %d in another: want the same", s.n, s.player, n.n, n.turn)
	}
	s.nodes++
	t.branch(at)
	if s.gate = n.gate; s.gate {
		t.open(s, 0.5)
		return nil
	}
	t.hope(n, s)
	return nil
}

// branch tells the solver of an expanded node.
func (t *Tree[S]) branch(at int32) {
	n := &t.nodes[at]
	in := inner{at: at, first: n.first, n: n.n, set: n.set, actions: -1, parent: n.parent, arc: -1, turn: n.turn, chance: n.chance}
	if n.set >= 0 {
		in.actions = t.sets[n.set].first
	}
	if n.parent >= 0 {
		up := &t.nodes[n.parent]
		if in.by = up.turn; up.set >= 0 {
			in.arc = t.sets[up.set].first + at - up.first
		}
	}
	t.inner = append(t.inner, in)
}

// open sets the chance with which the opponent enters the game at a gate, where it is free to leave.
func (t *Tree[S]) open(s *set, enters float64) {
	p := t.cfg.Forced + float64((1-t.cfg.Forced)*enters)
	t.actions[s.first].mix, t.actions[s.first+1].mix = 1-p, p
}

// hope lets a set that the solver has not seen yet prefer the action with the best estimates.
func (t *Tree[S]) hope(n *node, s *set) {
	if s.fixed {
		return
	}
	best, top := 0, 0.0
	for a := range s.n {
		x := &t.actions[s.first+a]
		v := t.scratch.value[n.first+a]
		if s.player == Second {
			v = -v
		}
		if x.initial += v; a == 0 || x.initial > top {
			best, top = int(a), x.initial
		}
	}
	if s.visits > 0 {
		return
	}
	for a := range s.n {
		t.actions[s.first+a].mix = 0
	}
	t.actions[int(s.first)+best].mix = 1
}

// Len returns the number of nodes.
func (t *Tree[S]) Len() int { return len(t.nodes) }

// Open expands every root.
func (t *Tree[S]) Open() error {
	for _, at := range t.roots {
		if t.nodes[at].gate {
			at = t.nodes[at].first + 1
		}
		if err := t.expand(at); err != nil {
			return err
		}
	}
	return nil
}

// Complete expands every leaf. It reports a tree that would have more than a limit of nodes.
func (t *Tree[S]) Complete(limit int) error {
	for at := 0; at < len(t.nodes); at++ {
		if len(t.nodes) > limit {
			return fmt.Errorf("the tree has more than %d nodes", limit)
		}
		if err := t.expand(int32(at)); err != nil {
			return err
		}
	}
	return nil
}
