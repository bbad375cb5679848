// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/veilplan/veil"
)

// Adviser is a problem with a fast policy worth improving.
type Adviser[S any, A, O comparable] interface {
	// AppendCandidates appends the actions worth comparing, first the one that the policy
	// would choose. Of equivalent actions it appends one.
	AppendCandidates(dst []A, b veil.Belief[S, A, O]) []A
}

// Continuer is a problem whose fast policy plays an episode to its end.
type Continuer[S any] interface {
	// Continue returns what the policy earns from s on, or an estimate of its expectation
	// given all that the player sees in s. It may change s. The policy uses only what a
	// player could see.
	Continue(r *rand.Rand, s *S) float64
}

// ImproveConfig configures [Improve]. The zero value works for problems whose return is a
// winning chance.
type ImproveConfig struct {
	// Tree configures the tree below the root; its Seed, Low, High, Discount, Horizon and
	// Explore apply to the whole search.
	Tree Config
	// Grow is the share of the simulations that grow the tree; the others compare
	// candidates. 0 means a half; a negative share means none.
	Grow float64
	// Candidates limits the actions compared; 0 means 8. In nodes of the tree it limits the actions
	// to the first ones in the order of the problem's Guide.
	Candidates int
	// Trust is the number of simulations from which a node's choice is played; below it
	// the fast policy decides. 0 means 16.
	Trust int
	// Risk is the probability, for each decision, of replacing the policy's action
	// although the replacement is no better; 0 means 0.2. Few replacements are near that
	// level: most that pass the test are better by far.
	Risk float64
}

func (c ImproveConfig) completed() (ImproveConfig, error) {
	c.Grow = max(cmp.Or(c.Grow, 0.5), 0)
	c.Candidates = cmp.Or(c.Candidates, 8)
	c.Trust = cmp.Or(c.Trust, 16)
	c.Risk = cmp.Or(c.Risk, 0.2)
	if c.Grow >= 1 || c.Candidates < 0 || c.Trust < 0 || c.Risk < 0 || c.Risk >= 1 {
		return c, errors.New("uct: Grow and Risk must be below 1, Candidates and Trust not negative")
	}
	c.Tree.Bandit, c.Tree.Candidates, c.Tree.NoStop = PUCT, c.Candidates, false
	var err error
	c.Tree, err = c.Tree.completed()
	return c, err
}

// ErrNoPolicy reports a problem without a policy to improve.
var ErrNoPolicy = errors.New("uct: the problem is not an Adviser and Continuer")

// Improve returns the fast policy's action, unless it finds a plan that is better.
//
// A plan is a candidate action followed by the choices of a search tree and, where the
// tree has too few simulations, by the fast policy. First a tree grows below the
// candidates; then it is frozen. Plans play on from the same hidden states, in rounds that
// drop the worse half each time (sequential halving: Karnin, Koren & Somekh 2013). The one
// that is left challenges the policy on fresh hidden states. It replaces the policy's action
// if a test that is valid at any stopping time (see wager) shows it to be better, at level
// Risk. A challenger that does not look better is given up, and the rest of the budget is
// saved.
//
// So, whatever the budget and however wrong the tree is, a decision is worse than the policy's with
// probability at most Risk. Where the belief knows the exact probability that an action ends the
// episode, plans average over that event instead of sampling it.
func Improve[S any, A, O comparable](
	ctx context.Context, m veil.Model[S, A, O], b veil.Belief[S, A, O], budget veil.Budget, cfg ImproveConfig,
) (veil.Decision[A], error) {
	cfg, err := cfg.completed()
	if err != nil {
		return veil.Decision[A]{}, err
	}
	adviser, advises := m.(Adviser[S, A, O])
	_, continues := m.(Continuer[S])
	if !advises || !continues {
		return veil.Decision[A]{}, ErrNoPolicy
	}
	budget.Simulations = cmp.Or(budget.Simulations, DefaultSimulations)
	actions := adviser.AppendCandidates(nil, b)
	if len(actions) == 0 {
		return veil.Decision[A]{}, ErrNoAction
	}
	actions = actions[:min(len(actions), cfg.Candidates)]
	if len(actions) == 1 {
		return only(actions[0], &cfg.Tree), nil
	}
	i := &improvement[S, A, O]{cfg: cfg, tree: newTree(m, b, budget, cfg.Tree, 0), ctx: ctx, actions: actions}
	err = i.run(budget.Simulations)
	return i.decide(), err
}

// only is the decision if there is no choice.
func only[A comparable](a A, c *Config) veil.Decision[A] {
	v := veil.BoundsValue(c.Low, c.High)
	return veil.Decision[A]{Choices: []veil.Choice[A]{{Action: a, Value: v}}, Ties: 1, Value: v}
}

// improvement is an Improve in progress.
type improvement[S any, A, O comparable] struct {
	cfg     ImproveConfig
	tree    *tree[S, A, O]
	ctx     context.Context //nolint:containedctx // lives as long as one call
	actions []A
	plans   []*plan // the first is the policy itself
	better  *plan   // replaces the policy's action, or nil
	worst   float64 // the most by which a plan can fall behind the policy
	grown   int     // simulations that grew the tree
	dealt   uint64  // hidden states from which plans were played
	played  int     // plans played to their end
	cut     bool
}

// plan is a candidate, with the tree below it or without.
type plan struct {
	candidate int
	tree      bool
	lead      wager // over the policy, while a challenger is chosen
	value     evidence
}

// run grows the tree, chooses a challenger and tests it.
func (i *improvement[S, A, O]) run(simulations int) error {
	t := i.tree
	t.rootActions = i.actions
	if t.draw(t.root); t.err == nil {
		t.expand(0)
	}
	i.grown, i.cut = t.grow(i.ctx, veil.Budget{Simulations: int(float64(i.cfg.Grow * float64(simulations)))})
	if t.err != nil || i.cut || t.decided() {
		return t.err
	}
	i.worst = i.most(i.actions[0])
	i.plans = append(i.plans, &plan{lead: newWager()})
	for at := range i.actions {
		if at > 0 || i.grown > 0 {
			i.plans = append(i.plans, &plan{candidate: at, tree: i.grown > 0, lead: newWager()})
		}
	}
	left := simulations - i.grown
	challenger, err := i.choose(int(choosing * float64(left)))
	if err == nil && !i.cut {
		err = i.test(challenger, left)
	}
	return err
}

// choosing is the share of the comparisons that choose the challenger.
const choosing = 0.4

// most returns an upper bound on the value of a plan that begins with a.
func (i *improvement[S, A, O]) most(a A) float64 {
	earned, lasts := i.tree.ending(i.tree.rootEdge(a))
	width := i.cfg.Tree.High - i.cfg.Tree.Low
	if i.cfg.Tree.Low < 0 {
		return width
	}
	return min(earned+float64(lasts*i.cfg.Tree.High), width)
}

// choose returns the plan that does best, by sequential halving.
func (i *improvement[S, A, O]) choose(simulations int) (*plan, error) {
	policy, alive := i.plans[0], slices.Clone(i.plans[1:])
	rounds := 0
	for n := len(alive); n > 1; n = (n + 1) / 2 {
		rounds++
	}
	rounds = max(rounds, 1)
	for round := range rounds {
		left := (simulations - i.played) / (rounds - round)
		for range max(left/(len(alive)+1), 1) {
			scores, err := i.deal(append([]*plan{policy}, alive...))
			if err != nil || i.cut {
				return policy, err
			}
			for k, p := range alive {
				p.lead.add(scores[k+1]-scores[0], i.worst)
			}
		}
		slices.SortStableFunc(alive, func(a, b *plan) int { return cmp.Compare(b.lead.mean(), a.lead.mean()) })
		alive = alive[:(len(alive)+1)/2]
	}
	return alive[0], nil
}

// test compares the challenger with the policy's action on fresh hidden states, until it is
// shown to be better, looks no better, or the simulations are used up. The policy's action is
// followed by the policy, or by the tree if that did better while the challenger was chosen.
func (i *improvement[S, A, O]) test(challenger *plan, simulations int) error {
	incumbent := i.plans[0]
	if own := i.plans[1]; own.candidate == 0 && own.lead.mean() > 0 {
		incumbent = own
	}
	if challenger.candidate == 0 {
		return nil
	}
	bet := challenger.lead.against(incumbent.lead)
	for bet.mean() > 0 && i.played+1 < simulations {
		scores, err := i.deal([]*plan{incumbent, challenger})
		if err != nil || i.cut {
			return err
		}
		if bet.add(scores[1]-scores[0], i.worst); bet.wins(i.cfg.Risk) {
			i.better = challenger
			return nil
		}
	}
	return nil
}

// deal draws a hidden state, plays each plan from it, and returns what they earn.
func (i *improvement[S, A, O]) deal(plans []*plan) (scores []float64, err error) {
	if i.cut = i.ctx.Err() != nil; i.cut {
		return nil, nil
	}
	t, seed := i.tree, i.cfg.Tree.Seed
	i.dealt++
	t.random = rand.New(rand.NewPCG(seed, i.dealt<<1))
	if t.draw(t.root); t.err != nil {
		return nil, t.err
	}
	s := t.s
	for _, p := range plans {
		t.s, t.random = s, rand.New(rand.NewPCG(seed, i.dealt<<1+1))
		x := i.follow(p)
		i.played++
		p.value.add(x, &i.cfg.Tree)
		scores = append(scores, x)
	}
	return scores, t.err
}

// follow plays a plan: its action at the root, then the tree's choices, then the policy's.
func (i *improvement[S, A, O]) follow(p *plan) float64 {
	t := i.tree
	sum, weight := 0.0, 1.0
	at, e := int32(0), t.rootEdge(i.actions[p.candidate])
	for depth := 0; depth < i.cfg.Tree.Horizon; depth++ {
		if e == none {
			return sum + float64(weight*t.continuer.Continue(t.random, &t.s))
		}
		earned, lasts, o := i.endure(at, e)
		sum += float64(weight * earned)
		if weight *= float64(lasts * i.cfg.Tree.Discount); weight == 0 {
			return sum
		}
		at, e = i.next(t.findAnswer(e, o), p)
		if at != none && t.solved(&t.nodes[at]) {
			return sum + float64(weight*t.nodes[at].lo)
		}
	}
	return sum
}

// next returns the node after an answer and the plan's choice there, or none where the tree does
// not decide.
func (i *improvement[S, A, O]) next(answer int32, p *plan) (at, e int32) {
	if answer == none || !p.tree {
		return none, none
	}
	at = i.tree.answers[answer].child
	if at == none || i.tree.nodes[at].edges == none {
		return at, none
	}
	return at, i.tree.favourite(at, int32(i.cfg.Trust))
}

// endure performs the action of an edge. It returns the reward, the chance that the episode
// continues, and the observation. If the chance is known, the reward is the expected one, endings
// included, and the hidden state is one with which the episode continues.
func (i *improvement[S, A, O]) endure(at, e int32) (earned, lasts float64, o O) {
	t := i.tree
	a := t.edges[e].action
	o, reward, done := t.Step(t.random, &t.s, a)
	earned, lasts = t.ending(e)
	switch {
	case t.edges[e].knows != lawful && done:
		return reward, 0, o
	case t.edges[e].knows != lawful:
		return reward, 1, o
	case lasts < tight:
		return earned, 0, o
	}
	for done {
		t.draw(t.beliefs[t.nodes[at].belief])
		o, reward, done = t.Step(t.random, &t.s, a)
	}
	return earned + float64(lasts*reward), lasts, o
}

// ending returns what an action is expected to earn by ending the episode, and the chance that the
// episode continues; 0 and 1 if the edge does not know.
func (t *tree[S, A, O]) ending(e int32) (earned, lasts float64) {
	lasts = 1
	for i := t.edges[e].first; i != none && t.edges[e].knows == lawful; i = t.answers[i].next {
		if a := &t.answers[i]; a.done {
			lasts -= a.chance
			earned += float64(a.chance * a.reward)
		}
	}
	return earned, max(lasts, 0)
}

// decide puts the proved action first, or that of the plan that beats the policy, or the
// policy's.
func (i *improvement[S, A, O]) decide() veil.Decision[A] {
	order := make([]int, len(i.actions))
	for at := range order {
		order[at] = at
	}
	first := 0
	switch {
	case i.tree.decided():
		first = slices.Index(i.actions, i.tree.edges[i.tree.nodes[0].lead].action)
	case i.better != nil:
		first = i.better.candidate
	}
	order[0], order[first] = order[first], order[0]
	lead := make([]float64, len(i.actions)) // over the policy
	values := make([]veil.Value, len(i.actions))
	for at := range values {
		values[at] = veil.BoundsValue(i.cfg.Tree.Low, i.cfg.Tree.High)
	}
	for _, p := range i.plans {
		lead[p.candidate], values[p.candidate] = p.lead.mean(), i.value(p)
	}
	slices.SortStableFunc(order[1:], func(a, b int) int { return cmp.Compare(lead[b], lead[a]) })
	d := veil.Decision[A]{Ties: 1, Work: veil.Budget{Simulations: i.grown + i.played, Nodes: len(i.tree.nodes)}, Cut: i.cut}
	for _, at := range order {
		d.Choices = append(d.Choices, veil.Choice[A]{Action: i.actions[at], Value: values[at]})
	}
	d.Value = d.Choices[0].Value
	return d
}

// value returns the value of a plan in the hidden states it was played in: a lower bound of best
// play.
func (i *improvement[S, A, O]) value(p *plan) veil.Value {
	c := &i.cfg.Tree
	if p.value.n == 0 {
		return veil.BoundsValue(c.Low, c.High)
	}
	lo, _ := p.value.interval(c)
	mean := p.value.sum / float64(p.value.n)
	return veil.EstimateValue(mean, min(lo, mean), c.High, p.value.n, c.Seed)
}
