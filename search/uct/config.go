// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// Bandit is the formula that selects the action of a simulation.
type Bandit uint8

// The bandits, with n simulations through the node, m of them through the action, and
// returns in a range of width R.
const (
	// UCB1 maximises q + c·R·√(ln(1+n)/(1+m)), as 2011 Alg. 2 writes it.
	UCB1 Bandit = iota
	// UCBV maximises q + √(2·c·V·ln n/m) + 3·c·R·ln n/m, where V is the variance of the
	// returns (Audibert, Munos & Szepesvári, Theoretical Computer Science 2009).
	UCBV
	// PUCT maximises q + c·R·p·√n/(1+m), where p is the action's share of the priors of the
	// problem's Guide (Rosin 2011; Silver et al. 2017). Proved bounds exclude actions but
	// never stand in for an estimate.
	PUCT
	// Optimist maximises the proved upper bound, so simulations go where the best policy can
	// still be (as heuristic search does: Ross, Pineau, Paquet & Chaib-draa, JAIR 2008). It
	// needs a Bounder and exact probabilities.
	Optimist
)

// Backup is how the returns of simulations become values.
type Backup uint8

// The backups.
const (
	// Expectation values an action by the expectation over its answers, with exact
	// probabilities where the belief knows them and frequencies elsewhere. It values a
	// node by the average of its actions, weighted by their simulations, without actions
	// that are proved inferior. Where rewards may be any numbers and all probabilities are
	// exact, it values a node by its best action.
	Expectation Backup = iota
	// Returns values an action by the average return of its simulations.
	Returns
	// Best is like Expectation but values a node by its best action.
	Best
	// Played is like Expectation but values a node by the action that a player would choose: the
	// most simulated one. The simulations that explored the others do not lower the value, and the
	// luck of an action with few of them does not raise it.
	Played
)

// Config selects the ingredients of a search. The zero value is the modern planner for
// problems whose return is a winning chance.
type Config struct {
	// Seed is the seed of all randomness.
	Seed uint64
	// Low and High bound the return from any node. Both zero means 0 and 1 without a
	// Discount. With one, they mean that rewards may be any numbers: exploration is scaled
	// by the returns that simulations have had so far, and intervals are those of the
	// central limit theorem.
	Low, High float64
	// Discount is the factor on a reward one step later; 0 means 1.
	Discount float64
	// Horizon is the number of steps after the root at which the episode ends; 0 means 1000 or,
	// with a Discount, as many as reduce a reward to 1%. Values, bounds and proofs refer to the
	// episode that ends there. Where Horizon is given, equal beliefs share a node only if equally
	// many steps are left.
	Horizon int
	// Trees is the number of trees that grow independently and are merged at the end;
	// 0 means 1. The result depends on it, but not on the number of processors.
	Trees int

	// Redraw draws a new hidden state, from the node's belief, at every step with a choice.
	Redraw bool
	// Bandit selects actions. Explore is its constant c; 0 means √2 for UCB1, as in
	// Auer, Cesa-Bianchi & Fischer 2002, and 1 for UCBV and PUCT.
	Bandit  Bandit
	Explore float64
	// Backup turns the returns of simulations into values.
	Backup Backup
	// GrowAll adds a node for every new state of a simulation, not only for the first.
	GrowAll bool
	// WidenActions, if not 0, offers only the first ⌈c·√n⌉ actions in a node with n simulations.
	// WidenAnswers limits the different answers to an action in the same way ("double progressive
	// widening", Couëtoux et al. 2011); after an answer that widening chose, a new hidden state is
	// drawn.
	WidenActions, WidenAnswers float64
	// WidenPower, if not 0, replaces the exponent ½ of n for WidenAnswers.
	WidenPower float64
	// Weighted keeps in each node the states in which simulations arrived, weighted by the likelihood of the node's
	// answer (POMCPOW: Sunberg & Kochenderfer 2018), and draws from them instead of from the node's belief. It needs
	// WidenAnswers and an [ObservationModel].
	Weighted bool
	// Candidates, if not 0, limits the actions of a node to this number, the first ones in the
	// order of the problem's Guide.
	Candidates int
	// Total counts the whole reward of a simulation at every node (2011, Alg. 2). Base
	// is the reward collected before the root. Total requires the backup Returns.
	Total bool
	Base  float64

	// MostSimulated chooses the move with the most simulations. The default is the
	// "secure child" (Chaslot et al. 2008): the highest of value minus one standard
	// error, with the largest possible deviation, or the proved lower bound if that is
	// higher.
	MostSimulated bool

	// Paired gives the actions of the root equally many simulations in the same scenarios, and drops the worse half of
	// them from round to round (sequential halving). A scenario is a hidden state and the random numbers of the steps
	// after it: what one action owes to luck, the others owe too, as in the searches of PEGASUS (Ng & Jordan 2000) and
	// DESPOT (Somani, Ye, Hsu & Lee 2013).
	Paired bool
	// Memory, if not nil, is the policy that simulations follow after their first action, where the problem has none. So
	// the search improves that policy by a step (rollout: Tesauro & Galperin 1996), and grows no tree. It needs Paired.
	Memory *Memory

	// Simulated makes intervals cover the average value of the simulated policies. By
	// default they cover the value of best play after the action: simulations bound it
	// from below, proofs from above. With WidenAnswers, the frequencies of answers are
	// not their probabilities, so nothing is known and the interval is Low to High.
	Simulated bool

	// NoLaw ignores exact probabilities.
	NoLaw bool
	// NoLookahead does not value untried actions by their exact answers.
	NoLookahead bool
	// NoBounds keeps no proved bounds and therefore neither prunes nor proves.
	NoBounds bool
	// NoStop uses the whole budget even if the best move is proved before.
	NoStop bool
	// NoMerge gives each history a separate node even if their beliefs are equal.
	NoMerge bool
	// NoForced ignores the problem's Forcer; RootAll ignores it only at the root.
	// NoChase ends the descent of a simulation at a new node even if its move is
	// forced; by default the descent continues to a node with a choice.
	NoForced, RootAll, NoChase bool
	// NoRoller, NoValuer and NoGuide ignore the problem's rollout policy, its estimates of
	// beliefs, and its order of actions.
	NoRoller, NoValuer, NoGuide bool

	endless bool // no Horizon was given, so the end does not matter
}

// BSRUCT returns the planner of 2011, Alg. 2. With a belief.Rejection it is BSR-UCT,
// with a belief.Metropolis the paper's fast version.
func BSRUCT() Config {
	return Config{
		Redraw: true, Explore: 1, Backup: Returns, GrowAll: true, Total: true,
		MostSimulated: true, Simulated: true,
		NoLaw: true, NoBounds: true, NoMerge: true, NoForced: true, NoRoller: true, NoValuer: true, NoGuide: true,
	}
}

// BSSUCT returns the planner of 2012, Table 1. Its solver also orders the actions, so
// widening offers first what the solver likes best (§4.1: "heuristics in the tree part",
// §6: "suggesting good moves"). The paper gives no constants for the widening and the
// bandit, so they are chosen here: Explore, WidenActions and WidenAnswers.
func BSSUCT() Config {
	return Config{
		Backup: Returns, Bandit: UCBV, Explore: 0.1,
		WidenActions: 4, WidenAnswers: 2, MostSimulated: true, Simulated: true,
		NoLaw: true, NoBounds: true, NoMerge: true, NoChase: true, NoValuer: true,
	}
}

// RevisedBSSUCT returns BSSUCT with the changes that let its moves improve with simulations. The
// printed planner values a node by the average of its simulations. That average counts the moves
// that were only explored and the errors of the rollouts, which differ from action to action by more
// than their values do, so the action that leads early stays ahead. Here a node has the value of the
// move that would be played, over exact probabilities of the answers (2012, §3.4), equal beliefs
// share a node, forced moves use up no simulations, and the solver's order of the actions is a prior
// of the bandit.
func RevisedBSSUCT() Config {
	return Config{
		Backup: Played, Bandit: PUCT, Explore: 1, MostSimulated: true,
		NoBounds: true, NoValuer: true,
	}
}

func (c Config) completed() (Config, error) {
	c.Discount = cmp.Or(c.Discount, 1)
	if c.Low == 0 && c.High == 0 {
		c.Low, c.High = span(c.Discount)
	}
	c.endless = c.endless || c.Horizon == 0
	c.Horizon = cmp.Or(c.Horizon, horizon(c.Discount))
	c.Trees = cmp.Or(c.Trees, 1)
	if c.Bandit == UCB1 {
		c.Explore = cmp.Or(c.Explore, math.Sqrt2)
	}
	c.Explore = cmp.Or(c.Explore, 1)
	switch {
	case c.Low >= c.High:
		return c, fmt.Errorf("uct: Low %v is not below High %v", c.Low, c.High)
	case c.Discount < 0 || c.Discount > 1:
		return c, fmt.Errorf("uct: discount %v is not in (0, 1]", c.Discount)
	case c.Horizon < 0 || c.Trees < 0 || c.Candidates < 0 || c.Explore < 0 || c.WidenActions < 0 || c.WidenAnswers < 0:
		return c, errors.New("uct: a number of the configuration is negative")
	case c.WidenPower < 0 || c.WidenPower > 1:
		return c, fmt.Errorf("uct: WidenPower %v is not in [0, 1]", c.WidenPower)
	case c.Weighted && (c.WidenAnswers == 0 || c.Redraw):
		return c, errors.New("uct: Weighted needs WidenAnswers, and no Redraw")
	case c.Memory != nil && !c.Paired:
		return c, errors.New("uct: Memory needs Paired")
	case c.Total && c.Backup != Returns:
		return c, errors.New("uct: Total needs the backup Returns")
	}
	return c, nil
}
