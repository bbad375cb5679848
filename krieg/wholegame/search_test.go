// SPDX-License-Identifier: BSD-3-Clause

package wholegame_test

import (
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/ending"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/krieg/wholegame"
	"github.com/veilplan/veil/search/uct"
)

func searchOf(t *testing.T, fen string) *wholegame.Search {
	t.Helper()
	w := tactics.Lower()
	book := must(ending.Standard())(t)
	return &wholegame.Search{Model: modelOf(t, fen, krieg.Wild16(), krieg.White, tactics.UsualOpponent()), Moves: 2, Weights: &w, Book: book}
}

func try(t *testing.T, move string) krieg.Action {
	t.Helper()
	return must(krieg.ParseAction(move))(t)
}

// A search on each of the beliefs takes a queen that is known to hang, and an order of tries begins
// with it.
func TestSearchTakesAQueen(t *testing.T) {
	g := searchOf(t, "4k3/8/8/3q4/4P3/8/8/4K3 w - -")
	sample := must(wholegame.NewCloud(g.Model, cloud.Config{Boards: 20}))(t)
	for _, b := range []veil.Belief[wholegame.State, krieg.Action, wholegame.Turn]{
		sample, wholegame.NewAtlas(g.Model), must(wholegame.NewExact(g.Model, 2000, nil))(t),
	} {
		if first := g.AppendCandidates(nil, b)[0]; first != try(t, "e4d5") {
			t.Errorf("%T: the first candidate is %v", b, first)
		}
		for name, cfg := range map[string]uct.Config{"uct": {Bandit: uct.PUCT, NoLaw: true, NoBounds: true}, "bsruct": uct.BSRUCT(), "bssuct": uct.BSSUCT()} {
			d, err := uct.Search(t.Context(), g, b, veil.Budget{Simulations: 400}, cfg)
			if err != nil || d.Choices[0].Action != try(t, "e4d5") {
				t.Errorf("%T, %s: %v, %v", b, name, d.Choices, err)
			}
		}
	}
}

// A search ends, with a choice, where an exact belief inside the tree is too hard.
func TestSearchEndsWhereABeliefIsTooHard(t *testing.T) {
	g := searchOf(t, "4k3/8/8/3q4/4P3/8/8/4K3 w - -")
	b := must(wholegame.NewExact(g.Model, 20, nil))(t)
	d, err := uct.Search(t.Context(), g, b, veil.Budget{Simulations: 400}, uct.BSRUCT())
	if err != nil || d.Work.Simulations == 0 || d.Work.Simulations == 400 {
		t.Errorf("%d simulations, %v", d.Work.Simulations, err)
	}
}

// A simulation ends after the player's second move, with an estimate that grows with the material won.
func TestSearchEndsSimulations(t *testing.T) {
	g := searchOf(t, "4k3/8/8/3q4/4P3/8/8/4K3 w - -")
	r := rand.New(rand.NewPCG(1, 0))
	value := func(moves ...string) float64 {
		s := g.Start(r)
		for i, m := range moves {
			o, reward, done := g.Step(r, &s, try(t, m))
			if done != (i == 1) || o.Own.Answer != krieg.Yes {
				t.Fatalf("move %d: done is %v, heard %+v", i+1, done, o)
			}
			if done {
				return reward
			}
		}
		return 0
	}
	takes, flees := value("e4d5", "e1e2"), value("e1f2", "f2g3")
	if !(takes > flees && flees > 0 && takes < 1) {
		t.Errorf("taking the queen is worth %v, and not taking it %v", takes, flees)
	}
}

// An exact belief contains every square of a bare king, and maps never do.
func TestForcedNeedsEverySquare(t *testing.T) {
	g := searchOf(t, "7k/8/8/8/8/8/8/K3Q3 w - -")
	if _, ok := g.Forced(must(wholegame.NewExact(g.Model, 100, nil))(t)); !ok {
		t.Error("no sure win with a queen")
	}
	if a, ok := g.Forced(wholegame.NewAtlas(g.Model)); ok {
		t.Errorf("%v is forced by maps", a)
	}
}

// Against a bare king the tables need no search, although the sample had only two boards before.
func TestForcedAgainstABareKing(t *testing.T) {
	g := searchOf(t, "7k/8/8/8/8/n7/1P6/K3Q3 w - -")
	sample := must(wholegame.NewCloud(g.Model, cloud.Config{Boards: 2}))(t)
	if a, ok := g.Forced(sample); ok {
		t.Errorf("%v is forced although a knight is left", a)
	}
	r := rand.New(rand.NewPCG(1, 0))
	s := g.Start(r)
	b := veil.Belief[wholegame.State, krieg.Action, wholegame.Turn](sample)
	o, _, _ := g.Model.Step(r, &s, try(t, "b2a3"))
	b = must(b.Update(try(t, "b2a3"), o))(t)
	for range 60 {
		a, ok := g.Forced(b)
		if !ok {
			t.Fatalf("no sure win on %v", &s.Pos)
		}
		o, reward, done := g.Model.Step(r, &s, a)
		if done {
			if reward != 1 {
				t.Fatalf("the game ends with %v on %v", reward, &s.Pos)
			}
			return
		}
		b = must(b.Update(a, o))(t)
	}
	t.Fatal("no mate in 60 tries")
}

// A sample without boards draws new ones from the maps.
func TestLostSampleDrawsFromMaps(t *testing.T) {
	m := modelOf(t, chessStart, krieg.Berkeley(), krieg.White, tactics.UsualOpponent())
	lost := 0
	for seed := range uint64(6) {
		var b veil.Belief[wholegame.State, krieg.Action, wholegame.Turn] = must(wholegame.NewCloud(m, cloud.Config{Boards: 2, Seed: seed, NoRepair: true}))(t)
		w := newWorld(m, seed)
		for range 80 {
			a := w.choose(t, b)
			o := w.turn(t, a)
			if w.state.Over != krieg.Running {
				break
			}
			b = must(b.Update(a, o))(t)
			s := b.Sample(w.r)
			if own := s.Pos.Without(krieg.Black); own != w.own.Board() || s.Pos.King(krieg.Black) == chess.NoSquare {
				t.Fatalf("drew %v", &s.Pos)
			}
			if len(b.(*wholegame.Cloud).States()) == 0 {
				lost++
			}
		}
	}
	if lost == 0 {
		t.Error("no sample of two boards was lost: the test shows nothing")
	}
}

// A history with an action of the player is no beginning.
func TestBegin(t *testing.T) {
	h := must(krieg.ParseLog("ruleset wild16\nme black\nW moved tries 0\n"))(t)
	m, first, err := wholegame.Begin(&h)
	if err != nil || m.Me != krieg.Black || len(first) != 1 || !first[0].Moved {
		t.Errorf("%+v, %+v, %v", m, first, err)
	}
	h = must(krieg.ParseLog("ruleset wild16\nme white\nW e2e4 yes tries 0\n"))(t)
	if _, _, err := wholegame.Begin(&h); err == nil {
		t.Error("a history with an action was accepted")
	}
}
