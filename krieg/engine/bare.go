// SPDX-License-Identifier: BSD-3-Clause

package engine

import (
	"context"
	"slices"

	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
)

// bare restarts the belief when the opponent's king has become bare, with every square on which it
// may be. So from here on the belief is complete, and it stays cheap.
func (p *Player) bare(heard krieg.Percept) error {
	if p.cloud.Report().Exact {
		return nil
	}
	return p.anywhere(heard)
}

// anywhere sets the belief to a bare king on any square that agrees with the announcement of the
// last move.
func (p *Player) anywhere(heard krieg.Percept) error {
	c, err := cloud.New(p.own.Rules(), p.own.Me(), tactics.BareKings(p.own, heard), cloud.Config{Boards: max(64, p.n.Boards), Seed: p.cfg.Seed})
	if err != nil {
		return err
	}
	old := p.cloud.Report()
	p.past.Deaths += old.Deaths
	p.past.Regrown += old.Regrown
	p.past.Mended += old.Mended
	p.cloud, p.guess = c, nil
	return nil
}

// kings returns the squares on which a bare king may be; 0 if the opponent has more men.
func (p *Player) kings() (squares uint64) {
	if p.own.Hidden() != 1 || !p.cloud.Report().Exact {
		return 0
	}
	for i := range p.cloud.Len() {
		board := p.cloud.Board(i)
		squares |= board.Men(p.own.Me().Other())
	}
	return squares
}

// drive chooses against a bare king: by a proof, a table, or else by hunting it. A mate is cheap to
// prove on few squares. With more men than the tables have, the tables may miss it: their win with
// one of the men need not come closer.
func (p *Player) drive(t *Thought) bool {
	if p.off("endings") {
		return false
	}
	few := p.cloud.Len() <= p.n.ProveKings
	if few && p.mates(t) {
		return true
	}
	if p.cfg.Ending != nil {
		if a, ok := p.cfg.Ending(Bare{p.own.Rules(), p.own.Board(), t.Kings, p.again}); ok && p.may(a) {
			t.Source, t.Best = ByTable, a
			return true
		}
	}
	if !few && p.mates(t) {
		return true
	}
	try, ok := tactics.Hunt(p.own, t.Kings, func(try krieg.Move) float64 { return p.n.Hunted * p.repeats(try) })
	if ok {
		t.Source, t.Best = ByHunt, krieg.Action(try)
	}
	return ok
}

// mates searches for a mate of a bare king in at most two moves.
func (p *Player) mates(t *Thought) bool {
	if p.off("prover") {
		return false
	}
	states := make([]krieg.State, p.cloud.Len())
	for i := range states {
		states[i] = p.cloud.State(i)
	}
	model := &krieg.Model{Rules: p.own.Rules(), Me: p.own.Me()}
	return p.proves(context.Background(), t, model, states)
}

// may reports whether the player may perform an action now.
func (p *Player) may(a krieg.Action) bool {
	if a == krieg.AskAny {
		return p.own.MayAsk()
	}
	return slices.Contains(p.own.Tries(), krieg.Move(a))
}
