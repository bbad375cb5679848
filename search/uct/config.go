// SPDX-License-Identifier: BSD-3-Clause

package uct

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// Bandit is the formula that picks the action of a simulation.
type Bandit uint8

// The bandits, with n simulations through the node, m of them through the action, and
// returns in a range of width R.
const (
	// UCB1 maximises q + c·R·√(ln(1+n)/(1+m)), as 2011 Alg. 2 writes it.
	UCB1 Bandit = iota
	// UCBV maximises q + √(2·c·V·ln n/m) + 3·c·R·ln n/m, where V is the variance of the
	// returns (Audibert, Munos & Szepesvári, Theoretical Computer Science 2009).
	UCBV
)

// Backup is how simulations become values.
type Backup uint8

// The backups.
const (
	// Expectation: an action is worth the expectation over its answers, by exact
	// probabilities where the belief knows them and by frequencies where not; a node
	// is worth the average of its actions, weighted by simulations, without those
	// that are proved inferior.
	Expectation Backup = iota
	// Returns: an action is worth the average return of its simulations.
	Returns
	// Best: as Expectation, but a node is worth its best action.
	Best
)

// Config says which ingredients a search uses. The zero value is the modern planner
// for problems whose return is a winning chance.
type Config struct {
	// Seed of all that is random.
	Seed uint64
	// Low and High bound the return from any node on. Both zero means 0 and 1.
	Low, High float64
	// Discount is what a reward one step later is worth; 0 means 1.
	Discount float64
	// Horizon ends the episode so many steps after the root; 0 means 1000. Values,
	// bounds and proofs are about the episode that ends there.
	Horizon int
	// Trees grow independently and are put together at the end; 0 means 1. The
	// number is part of the result, the number of processors is not.
	Trees int

	// Redraw draws the hidden state anew, from the node's belief, at every step where
	// there is something to decide.
	Redraw bool
	// Bandit picks actions, and Explore is its constant c; 0 means √2 for UCB1, as in
	// Auer, Cesa-Bianchi & Fischer 2002, and 1 for UCBV.
	Bandit  Bandit
	Explore float64
	// Backup turns simulations into values.
	Backup Backup
	// GrowAll makes a node of every state of a simulation, not only of the first new one.
	GrowAll bool
	// WidenActions, if not 0, offers only the first ⌈c·√n⌉ actions in a node with n
	// simulations; WidenAnswers limits an action's different answers in the same way
	// and needs Redraw ("double progressive widening", Couëtoux et al. 2011).
	WidenActions, WidenAnswers float64
	// Total counts a simulation's whole reward at every node, Base being what was
	// collected before the root (2011, Alg. 2). Needs Returns.
	Total bool
	Base  float64

	// MostSimulated chooses the move with most simulations. The zero value chooses the
	// "secure child" (Chaslot et al. 2008): the best value less one standard error, at
	// its largest, or what is proved if that is more.
	MostSimulated bool

	// Simulated makes intervals speak of the policies that were simulated, on average.
	// The zero value makes them speak of best play after the action: from below by
	// simulations, from above by proof. With WidenAnswers, whose answers do not come
	// with their true chances, neither is known and the interval is Low to High.
	Simulated bool

	// NoLaw ignores exact probabilities.
	NoLaw bool
	// NoLookahead does not value untried actions by their exact answers.
	NoLookahead bool
	// NoBounds keeps no proved bounds, and so prunes and proves nothing.
	NoBounds bool
	// NoStop goes on to the end of the budget when the best move is proved.
	NoStop bool
	// NoMerge keeps histories apart even if they lead to the same belief.
	NoMerge bool
	// NoForced ignores the problem's Forcer, RootAll only at the root. NoChase ends a
	// simulation's way through the tree at a new node even if its move is forced;
	// the zero value goes on to a node where there is something to decide.
	NoForced, RootAll, NoChase bool
	// NoRoller and NoGuide ignore the problem's rollout policy and action order.
	NoRoller, NoGuide bool
}

// BSRUCT returns the planner of 2011, Alg. 2. With a belief.Rejection it is BSR-UCT,
// with a belief.Metropolis the paper's fast version.
func BSRUCT() Config {
	return Config{
		Redraw: true, Explore: 1, Backup: Returns, GrowAll: true, Total: true,
		MostSimulated: true, Simulated: true,
		NoLaw: true, NoBounds: true, NoMerge: true, NoForced: true, NoRoller: true, NoGuide: true,
	}
}

// BSSUCT returns the planner of 2012, Table 1. The paper gives no constants; those of
// the widening and the bandit are ours.
func BSSUCT() Config {
	return Config{
		Redraw: true, Backup: Returns, Bandit: UCBV, Explore: 0.1,
		WidenActions: 4, WidenAnswers: 2, MostSimulated: true, Simulated: true,
		NoLaw: true, NoBounds: true, NoMerge: true, NoChase: true, NoGuide: true,
	}
}

var errWiden = errors.New("uct: WidenAnswers needs Redraw: a state carried along answers as it must")

func (c Config) completed() (Config, error) {
	if c.Low == 0 && c.High == 0 {
		c.High = 1
	}
	c.Discount = cmp.Or(c.Discount, 1)
	c.Horizon = cmp.Or(c.Horizon, 1000)
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
	case c.Horizon < 0 || c.Trees < 0 || c.Explore < 0 || c.WidenActions < 0 || c.WidenAnswers < 0:
		return c, errors.New("uct: a number of the configuration is negative")
	case c.WidenAnswers > 0 && !c.Redraw:
		return c, errWiden
	case c.Total && c.Backup != Returns:
		return c, errors.New("uct: Total needs the backup Returns")
	}
	return c, nil
}
