// SPDX-License-Identifier: BSD-3-Clause

package subgame

import (
	"math"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/search/resolve"
)

// node is a state of the game tree: the board, the tries refused in this turn, and the chance to
// win of the searching player, from -1 to 1.
type node struct {
	krieg.State

	menu    *menu // the tries that are searched; nil leaves them to choice
	refused *refusal
	origin  *origin // of a root, until the player has moved
	first   *first  // the player's first move, until the opponent has answered it
	second  *second // the player's second turn
	cost    float64 // of refusals so far, to the searching player
	value   float64
}

// menu is a choice among some tries, with what each costs who makes it besides the game.
type menu struct {
	tries []krieg.Move
	costs []float64
	soft  []float64 // their weights by the evaluation, if they were ranked in the tree
	rest  []*menu   // by try: the choice after its refusal
}

// allTries stands for all tries where a node has a menu.
var allTries = &menu{} //nolint:gochecknoglobals // a mark

// without returns the choice after a refusal.
func (m *menu) without(a int) *menu {
	if m == nil || len(m.tries) == 1 {
		return allTries
	}
	if m.rest == nil {
		m.rest = make([]*menu, len(m.tries))
	}
	if m.rest[a] == nil {
		m.rest[a] = &menu{
			tries: slices.Delete(slices.Clone(m.tries), a, a+1),
			costs: slices.Delete(slices.Clone(m.costs), a, a+1),
		}
	}
	return m.rest[a]
}

// refusal is a list of the tries refused in a turn.
type refusal struct {
	try  krieg.Move
	next *refusal
}

func (r *refusal) has(m krieg.Move) bool {
	for ; r != nil; r = r.next {
		if r.try == m {
			return true
		}
	}
	return false
}

// game is Kriegspiel without the question "Are there any?". The searching player is the first.
type game struct {
	cfg    *Config
	rules  krieg.Rules
	me     krieg.Color
	heard  map[krieg.Percept]uint64
	ranks  ranks
	of     node         // the state whose tries were listed last
	listed []krieg.Move // its tries
}

// Turn returns the side to move.
func (g *game) Turn(s node) int {
	switch {
	case s.Over != krieg.Running:
		return resolve.Over
	case s.Pos.ToMove() == g.me:
		return resolve.First
	}
	return resolve.Second
}

// tries lists the tries of a turn. They depend on the player's men and what it heard.
func (g *game) tries(s *node) []krieg.Move {
	if m := g.choice(s); m != nil {
		return m.tries
	}
	if g.listed != nil && g.of.State == s.State && g.of.refused == s.refused {
		return g.listed
	}
	g.of, g.listed = *s, g.list(s)
	return g.listed
}

// choice returns the tries that are searched, nil for all.
func (g *game) choice(s *node) *menu {
	switch {
	case s.menu == allTries:
		return nil
	case s.menu != nil:
		return s.menu
	case s.first != nil:
		return g.replies(s.first)
	case s.second != nil:
		return g.follows(*s.second)
	}
	return nil
}

// list returns all tries that were not refused.
func (g *game) list(s *node) []krieg.Move {
	var l chess.Moves
	g.rules.Tries(&s.State, &l)
	list := make([]krieg.Move, 0, len(l.Slice()))
	for _, m := range l.Slice() {
		if !s.refused.has(m) {
			list = append(list, m)
		}
	}
	return list
}

// Actions returns the number of tries.
func (g *game) Actions(s node) int { return len(g.tries(&s)) }

// Chance is not asked: only the roots are random.
func (g *game) Chance(node, int) float64 { return 0 }

// Next makes a try. A refusal keeps the turn.
func (g *game) Next(s node, a int) (node, [2]uint64) {
	mover := g.Turn(s)
	try := g.tries(&s)[a]
	next := node{State: s.State, cost: s.cost, value: s.value}
	o := g.rules.Answer(&next.State, krieg.Action(try))
	code := g.code(o)
	if o.Answer != krieg.Yes {
		next.refused, next.menu = &refusal{try, s.refused}, g.choice(&s).without(a)
		next.origin, next.first, next.second = s.origin, s.first, s.second
		cost := g.price(mover, g.cfg.Refusal)
		next.cost += cost
		next.value -= cost
		heard := [2]uint64{code, code}
		if !g.rules.PublicRefusals {
			heard[1-mover] = resolve.Silent
		}
		return next, heard
	}
	if m := g.choice(&s); m != nil {
		next.cost += g.price(mover, m.costs[a])
	}
	if next.Over == krieg.Running {
		next.first, next.second = g.stage(&s, mover, try, o, next.Pos)
	}
	next.value = g.evaluate(&next.State) - next.cost
	if g.cfg.Open {
		code = openMark | uint64(try)
	}
	return next, [2]uint64{code, code}
}

// price returns what a cost of a side is to the searching player.
func (g *game) price(mover int, cost float64) float64 {
	if mover == resolve.Second {
		return -cost
	}
	return cost
}

// openMark encodes a move that both sides learn. No game has that many announcements.
const openMark = 1 << 32

// code numbers announcements in the order in which the search meets them.
func (g *game) code(o krieg.Percept) uint64 {
	n, ok := g.heard[o]
	if !ok {
		n = uint64(len(g.heard)) + 1
		g.heard[o] = n
	}
	return n
}

// Value returns the chance to win of the searching player.
func (g *game) Value(s node) float64 { return s.value }

// evaluate returns the chance to win of the searching player, from -1 to 1, after a move.
func (g *game) evaluate(s *krieg.State) float64 {
	moved := s.Pos.ToMove().Other()
	var v float64
	switch {
	case s.Over == krieg.Running:
		v = g.estimate(moved, s)
	case s.Over == krieg.Mate, s.Over == krieg.MaterialWin, s.Over == krieg.Stalemate && g.rules.StalemateLoses:
		v = 1
	}
	if moved != g.me {
		return -v
	}
	return v
}

// estimate returns the chance to win of the side that moved, in a running game.
func (g *game) estimate(moved krieg.Color, s *krieg.State) float64 {
	if g.cfg.Exact != nil {
		if v, ok := g.cfg.Exact(s); ok {
			return -v
		}
	}
	x := (g.cfg.Evaluation.Value(g.rules, moved, &s.Pos) - g.cfg.Tempo) / g.cfg.Scale
	return x / math.Sqrt(1+float64(x*x))
}
