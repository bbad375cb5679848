// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// none is the index of nothing.
const none = -1

// node is a history: the actions and observations since the root.
type node struct {
	value  float64
	lo, hi float64 // proved bounds on the value of best play from here
	visits int32
	edges  int32 // first of its actions, in tree.edges; none if not expanded
	count  int32 // number of its actions
	lead   int32 // first of the edges with the greatest lower bound
	belief int32 // in tree.beliefs, or none
	forced bool  // it has a forced move
}

// knowledge is how much an edge knows about its answers.
type knowledge uint8

const (
	sampled knowledge = iota // only the answers that simulations met
	chances                  // every answer and its exact probability
	lawful                   // also the rewards, and which answers end the episode
)

// edge is an action in a node. It is small, because simulations spend their time waiting for edges:
// fields that only some searches need are in its note.
type edge[A comparable] struct {
	q      float64
	visits int32
	first  int32 // of its answers, in tree.answers
	many   int32 // number of answers met in simulations
	action A
	knows  knowledge
}

// note is the rest of an edge.
type note struct {
	lo, hi float64
	prior  float64 // share of the node's priors, for PUCT
	mean   float64 // of the returns, with the sum of squares about it
	square float64
}

// answer is an observation after an action.
type answer[O comparable] struct {
	chance float64 // exact probability, if the edge knows it
	reward float64 // expected reward if the edge is lawful, else the average
	future float64 // average value after it, while it has no child
	visits int32
	next   int32 // next answer of the edge
	child  int32 // node, or none
	seen   O
	done   bool
}

// visit is one step of the current simulation.
type visit struct {
	node, edge, answer int32
	reward             float64
}

// tree is one search tree and the memory that its simulations share. The slices grow with
// the tree; a simulation allocates nothing else.
type tree[S any, A, O comparable] struct {
	veil.Model[S, A, O]

	cfg         Config
	root        veil.Belief[S, A, O]
	roller      Roller[S, A]
	continuer   Continuer[S]
	observation ObservationModel[S, A, O] // if simulations weigh states by it
	clouds      []cloud[S]                // of the answers, if they do
	habits      *habits[A, O]             // if the simulations follow a learned policy
	before      past                      // of the root, as habits know it
	known       past                      // of the current rollout
	walker      RandomWalker[S]
	valuer      Valuer[S, A, O]
	bounder     Bounder[S, A, O]
	forcer      Forcer[S, A, O]
	guide       Guide[S, A, O]

	nodes    []node
	edges    []edge[A]
	notes    []note // of the edges; none in a plain search
	answers  []answer[O]
	beliefs  []veil.Belief[S, A, O]
	returns  []evidence       // per root action
	index    map[string]int32 // nodes by key, if beliefs have keys
	maxNodes int
	reach    float64 // UCB1's constant: Explore times the width of returns
	free     bool    // the range of returns is not known, so reach follows seen
	seen     scale   // the returns so far
	plain    bool    // UCB1 on average returns without bounds: no notes

	random      *rand.Rand
	s           S    // the hidden state of the current simulation
	stale       bool // s does not give the last answer, which widening chose
	path        []visit
	actions     []A
	rootActions []A // if not nil, the actions of the root
	priors      []float64
	law         []veil.Outcome[S, O]
	key         []byte
	logs        []float64   // ln(1+n) by n, for small n
	scenarios   *scenarios  // nil unless actions of the root are compared in equal ones
	entry       int32       // the edge of the root by which the simulation begins, if they are
	allowed     veil.Budget // of this tree
	used        int         // steps made
	limited     bool        // the root's belief is a Drawer
	spent       bool        // a draw has failed, so the search ends
	err         error
}

func newTree[S any, A, O comparable](
	m veil.Model[S, A, O], b veil.Belief[S, A, O], budget veil.Budget, cfg Config, stream int,
) *tree[S, A, O] {
	t := &tree[S, A, O]{Model: m, cfg: cfg, root: b, maxNodes: budget.Nodes}
	t.reach, t.free, t.seen = cfg.Explore*(cfg.High-cfg.Low), cfg.free(), newScale()
	if t.free {
		t.reach = cfg.Explore
	}
	t.plain = cfg.Bandit == UCB1 && cfg.Backup == Returns && cfg.NoBounds
	t.random = rand.New(rand.NewPCG(cfg.Seed, uint64(stream)))
	_, t.limited = b.(Drawer[S])
	if !cfg.NoRoller {
		t.roller, _ = m.(Roller[S, A])
		t.continuer, _ = m.(Continuer[S])
	}
	t.walker, _ = m.(RandomWalker[S])
	if !cfg.NoValuer {
		t.valuer, _ = m.(Valuer[S, A, O])
	}
	if !cfg.NoBounds {
		t.bounder, _ = m.(Bounder[S, A, O])
	}
	if !cfg.NoForced {
		t.forcer, _ = m.(Forcer[S, A, O])
	}
	if !cfg.NoGuide {
		t.guide, _ = m.(Guide[S, A, O])
	}
	if cfg.Weighted {
		t.observation, _ = m.(ObservationModel[S, A, O])
	}
	if cfg.Memory != nil && t.roller == nil && t.continuer == nil {
		t.recall(cfg.Memory)
	}
	if cfg.Paired {
		t.scenarios = newScenarios(cfg.Seed, stream)
	}
	t.nodes = make([]node, 0, min(budget.Simulations+1, 1<<16))
	t.beliefs = append(t.beliefs, b)
	t.addNode()
	t.nodes[0].belief = 0
	if keyed, ok := b.(Keyed); ok && !cfg.NoMerge {
		t.index = map[string]int32{string(keyed.AppendKey(nil)): 0}
	}
	t.bound(0)
	return t
}

// grow runs simulations until the budget, the context or a proof ends the search. It
// returns the number of simulations and whether the context ended the search.
func (t *tree[S, A, O]) grow(ctx context.Context, share veil.Budget) (ran int, cut bool) {
	t.allowed = share
	if t.cfg.Paired {
		return t.halve(ctx)
	}
	done := ctx.Done()
	for t.spentShare(ran) < 1 && t.err == nil {
		t.simulate()
		if t.spent {
			t.err = nil
			break
		}
		ran++
		if !t.cfg.NoStop && t.decided() {
			return ran, false
		}
		select {
		case <-done:
			return ran, t.spentShare(ran) < 1
		default:
		}
	}
	return ran, false
}

// addNode returns a new node without results.
func (t *tree[S, A, O]) addNode() int32 {
	t.nodes = append(t.nodes, node{lo: t.cfg.Low, hi: t.cfg.High, edges: none, belief: none})
	return int32(len(t.nodes) - 1)
}

// addEdge adds an action to the node that is being expanded.
func (t *tree[S, A, O]) addEdge(a A, prior float64) {
	t.edges = push(t.edges, edge[A]{action: a, first: none})
	if !t.plain {
		t.notes = push(t.notes, note{prior: prior, lo: t.cfg.Low, hi: t.cfg.High})
	}
}

// bounds returns the proved bounds of an action.
func (t *tree[S, A, O]) bounds(e int32) (lo, hi float64) {
	if t.plain {
		return t.cfg.Low, t.cfg.High
	}
	return t.notes[e].lo, t.notes[e].hi
}

// push appends to a slice and doubles it when it is full. The built-in append grows large
// slices by a quarter and would copy four times the final size of a tree.
func push[T any](list []T, x T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, max(len(list), 64))
	}
	return append(list, x)
}

// addAnswer puts a new answer in front of the edge's others.
func (t *tree[S, A, O]) addAnswer(e int32, o O) int32 {
	t.answers = push(t.answers, answer[O]{seen: o, next: t.edges[e].first, child: none})
	t.edges[e].first = int32(len(t.answers) - 1)
	return t.edges[e].first
}

// findAnswer returns the edge's answer that shows o, or none.
func (t *tree[S, A, O]) findAnswer(e int32, o O) int32 {
	i := t.edges[e].first
	for i != none && t.answers[i].seen != o {
		i = t.answers[i].next
	}
	return i
}

// believe computes the belief of the node that the simulation has just reached, and those
// of the nodes on the way that have none. The observations are possible, because a
// simulation made them; it is an error if a belief cannot confirm this within its limits.
func (t *tree[S, A, O]) believe(at int32) {
	if t.nodes[at].belief != none {
		return
	}
	for i, v := range t.path {
		reached := at
		if i+1 < len(t.path) {
			reached = t.path[i+1].node
		}
		if t.nodes[reached].belief != none {
			continue
		}
		b := t.beliefs[t.nodes[v.node].belief]
		next, err := follow(b, t.edges[v.edge].action, t.answers[v.answer].seen)
		if err != nil {
			t.err = err
			return
		}
		t.nodes[reached].belief = int32(len(t.beliefs))
		t.beliefs = append(t.beliefs, next)
	}
}

// follow updates b, without a check if b has an Extend method.
func follow[S any, A, O comparable](b veil.Belief[S, A, O], a A, o O) (veil.Belief[S, A, O], error) {
	if trusting, ok := b.(interface {
		Extend(a A, o O) veil.Belief[S, A, O]
	}); ok {
		return trusting.Extend(a, o), nil
	}
	return b.Update(a, o)
}

// rootEdge returns the root's edge of an action, or none.
func (t *tree[S, A, O]) rootEdge(a A) int32 {
	root := &t.nodes[0]
	for e := root.edges; e != none && e < root.edges+root.count; e++ {
		if t.edges[e].action == a {
			return e
		}
	}
	return none
}

// favourite returns the node's most simulated action, if the node has enough simulations
// or no choice, else none.
func (t *tree[S, A, O]) favourite(at, enough int32) int32 {
	n := &t.nodes[at]
	if n.count == 0 || n.visits < enough && n.count > 1 {
		return none
	}
	best := n.edges
	for e := n.edges + 1; e < n.edges+n.count; e++ {
		x, y := &t.edges[e], &t.edges[best]
		if x.visits > y.visits || x.visits == y.visits && x.q > y.q {
			best = e
		}
	}
	return best
}

// advised reports whether expanding a node requires its belief.
func (t *tree[S, A, O]) advised() bool {
	return !t.cfg.NoLaw || t.bounder != nil || t.forcer != nil || t.guide != nil
}
