// SPDX-License-Identifier: BSD-3-Clause

package wholegame_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg"
	"github.com/veilplan/veil/krieg/chess"
	"github.com/veilplan/veil/krieg/cloud"
	"github.com/veilplan/veil/krieg/tactics"
	"github.com/veilplan/veil/krieg/wholegame"
	"github.com/veilplan/veil/veiltest"
)

// small is a position with castling, promotions, and pawns that may capture.
const small = "4k3/p2p4/8/4P3/8/8/1P6/4K2R w K -"

// chessStart is the initial position.
const chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

// modelOf returns the game from a position.
func modelOf(t *testing.T, fen string, rules krieg.Rules, me krieg.Color, by cloud.Opponent) *wholegame.Model {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &wholegame.Model{Rules: rules, Me: me, From: &p, Opponent: by}
}

func TestContract(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		for _, by := range []cloud.Opponent{nil, tactics.UsualOpponent()} {
			for me := range krieg.Color(2) {
				m := modelOf(t, small, rules, me, by)
				veiltest.Model(t, m, veiltest.Config[wholegame.State, krieg.Action, wholegame.Turn]{Episodes: 2, Steps: 8, Draws: 200})
			}
		}
	}
}

// world is a game in which both sides try anything; the player's side is heard through turns.
type world struct {
	m     *wholegame.Model
	state krieg.State
	own   krieg.OwnView // of the player
	other krieg.OwnView // of the opponent
	r     *rand.Rand
}

func newWorld(m *wholegame.Model, seed uint64) *world {
	s := m.Start(nil)
	return &world{
		m: m, state: s.State, r: rand.New(rand.NewPCG(seed, 0)),
		own: krieg.NewOwnView(m.Rules, m.Me, s.Pos), other: krieg.NewOwnView(m.Rules, m.Me.Other(), s.Pos),
	}
}

// actions lists what a side may do.
func actions(own krieg.OwnView) []krieg.Action {
	var list []krieg.Action
	for _, m := range own.Tries() {
		list = append(list, krieg.Action(m))
	}
	if own.MayAsk() {
		list = append(list, krieg.AskAny)
	}
	return list
}

// do performs an action of a side, and both sides hear what they may.
func (w *world) do(t *testing.T, by krieg.Color, a krieg.Action) krieg.Percept {
	t.Helper()
	o := w.m.Rules.Answer(&w.state, a)
	e := krieg.Event{By: by, Action: a, Heard: o}
	for _, own := range []*krieg.OwnView{&w.own, &w.other} {
		if own.Me() != by && o.Answer == krieg.No && !w.m.Rules.PublicRefusals {
			continue
		}
		next, err := own.Hear(e.HeardBy(own.Me()))
		if err != nil {
			t.Fatal(err)
		}
		*own = next
	}
	return o
}

// turn performs an action of the player, or krieg.Wait, and the opponent's whole turn.
func (w *world) turn(t *testing.T, a krieg.Action) wholegame.Turn {
	t.Helper()
	var o wholegame.Turn
	if a != krieg.Wait {
		if o.Own = w.do(t, w.m.Me, a); o.Own.Answer != krieg.Yes {
			return o
		}
	}
	for w.state.Over == krieg.Running && !o.Moved {
		list := actions(w.other)
		switch heard := w.do(t, w.m.Me.Other(), list[w.r.IntN(len(list))]); {
		case heard.Answer == krieg.Yes:
			o.Moved, o.Reply = true, heard
		case heard.Answer != krieg.No:
			o.Asked = heard.Answer
		case !w.m.Rules.PublicRefusals:
		case o.Asked == krieg.Yes:
			o.Refused++
		default:
			o.Later++
		}
	}
	return o
}

// choose returns an action of the player, as the model lists them, and checks the list.
func (w *world) choose(t *testing.T, b veil.Belief[wholegame.State, krieg.Action, wholegame.Turn]) krieg.Action {
	t.Helper()
	if w.state.Pos.ToMove() != w.m.Me {
		return krieg.Wait
	}
	want := actions(w.own)
	for range 4 {
		s := b.Sample(w.r)
		if got := w.m.AppendActions(nil, &s); !slices.Equal(got, want) {
			t.Fatalf("the model offers %v, the rules %v", got, want)
		}
	}
	return want[w.r.IntN(len(want))]
}

// weights returns the probability of each board.
func weights(list []veil.Weighted[wholegame.State]) map[krieg.Position]float64 {
	all := map[krieg.Position]float64{}
	for _, w := range list {
		all[w.State.Pos] += w.P
	}
	return all
}

// Everything the three beliefs and the rules know about a game agrees: the same actions, and for the
// exact belief and a sample that is complete the same boards, with the same probabilities. The boards
// are those of krieg.Belief, which shares no code with the two.
func TestBeliefsAgree(t *testing.T) {
	for _, rules := range krieg.Rulesets() {
		compared := 0
		for seed := range uint64(10) {
			compared += compare(t, modelOf(t, small, rules, krieg.Color(seed%2), nil), seed)
		}
		if compared < 25 {
			t.Errorf("%v: only %d beliefs were compared", rules, compared)
		}
	}
}

// compare follows a game with all beliefs and returns the number of comparisons.
func compare(t *testing.T, m *wholegame.Model, seed uint64) (compared int) {
	t.Helper()
	w := newWorld(m, seed)
	exact := must(wholegame.NewExact(m, 255, nil))(t)
	sample := must(wholegame.NewCloud(m, cloud.Config{Boards: 1000, Seed: seed}))(t)
	atlas := wholegame.NewAtlas(m)
	plain := must(krieg.NewBelief(m.Rules, m.Me, []krieg.Position{*m.From}))(t)
	for range 12 {
		a := w.choose(t, sample)
		w.choose(t, atlas)
		o := w.turn(t, a)
		if w.state.Over != krieg.Running {
			return compared
		}
		for _, e := range o.Events(m.Me, a) {
			plain = must(plain.Hear(t.Context(), e, krieg.Limits{}))(t)
		}
		next, err := exact.Update(a, o)
		if err != nil {
			return compared // more boards than the limit
		}
		exact = next.(*wholegame.Exact)
		sample = must(sample.Update(a, o))(t).(*wholegame.Cloud)
		atlas = must(atlas.Update(a, o))(t).(*wholegame.Atlas)
		if len(sample.States()) == 256 {
			return compared // it draws from some of its boards only
		}
		same(t, exact, sample, plain)
		predictions(t, m, exact, sample)
		compared++
	}
	return compared
}

func same(t *testing.T, exact *wholegame.Exact, sample *wholegame.Cloud, plain *krieg.Belief) {
	t.Helper()
	want, got := weights(exact.States()), weights(sample.States())
	if len(want) != plain.Len() || len(got) != plain.Len() {
		t.Fatalf("%d boards exactly, %d in the sample, want %d", len(want), len(got), plain.Len())
	}
	for p, weight := range want {
		if !plain.Has(&p) || math.Abs(got[p]-weight) > 1e-9 {
			t.Fatalf("%v has the probability %v exactly, %v in the sample; possible: %v", &p, weight, got[p], plain.Has(&p))
		}
	}
}

// predictions compares the probabilities of what the referee says next.
func predictions(t *testing.T, m *wholegame.Model, exact, sample veil.Belief[wholegame.State, krieg.Action, wholegame.Turn]) {
	t.Helper()
	s := exact.Sample(rand.New(rand.NewPCG(1, 1)))
	a := m.AppendActions(nil, &s)[0]
	want := maps.Collect(exact.Predict(a))
	for o, p := range sample.Predict(a) {
		if math.Abs(want[o]-p) > 1e-9 {
			t.Fatalf("%v: %v has the probability %v exactly, %v in the sample", a, o, want[o], p)
		}
		delete(want, o)
	}
	if len(want) > 0 {
		t.Fatalf("%v: the sample does not predict %v", a, want)
	}
}

// must returns a function that fails the test on an error.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// A whole game is followed to its end: by the sample, by maps, and by an exact belief whose spare takes
// over.
func TestWholeGames(t *testing.T) {
	for i, rules := range krieg.Rulesets() {
		m := modelOf(t, chessStart, rules, krieg.Color(i%2), tactics.UsualOpponent())
		spare := must(wholegame.NewCloud(m, cloud.Config{Boards: 20, Seed: 1}))(t)
		beliefs := []veil.Belief[wholegame.State, krieg.Action, wholegame.Turn]{
			spare, wholegame.NewAtlas(m), must(wholegame.NewExact(m, 300, spare))(t),
		}
		w := newWorld(m, uint64(i))
		for range 120 {
			a := w.choose(t, beliefs[1])
			o := w.turn(t, a)
			if w.state.Over != krieg.Running {
				break
			}
			if back := must(wholegame.ParseTurn(o.Format(rules), rules))(t); back != o {
				t.Fatalf("%q reads back as %+v, was %+v", o.Format(rules), back, o)
			}
			for k := range beliefs {
				beliefs[k] = must(beliefs[k].Update(a, o))(t)
			}
		}
		if _, ok := beliefs[2].(*wholegame.Cloud); !ok {
			t.Errorf("%v: after a whole game the belief is a %T", rules, beliefs[2])
		}
	}
}

// The lines of a log say the same as a formatted turn.
func TestParseTurnReadsLogs(t *testing.T) {
	rules := krieg.Wild16()
	for lines, said := range map[string]string{
		"W e2e4 yes tries 0; B moved tries 2": "yes tries 0; yes tries 2",
		"W e2e4 no":                           "no",
		"B e4d5 yes takes d5 pawn tries 1; W takes d5 piece tries 0": "yes takes d5 pawn tries 1; yes takes d5 piece tries 0",
	} {
		if got := must(wholegame.ParseTurn(lines, rules))(t).Format(rules); got != said {
			t.Errorf("%q is read as %q, want %q", lines, got, said)
		}
	}
	if _, err := wholegame.ParseTurn("W e2e4 perhaps", rules); err == nil {
		t.Error("an answer that no referee gives was read")
	}
}

// A win earns 1 and a draw ½, whichever side ends the game.
func TestRewards(t *testing.T) {
	for fen, want := range map[string]float64{
		"k7/8/1K6/8/8/8/7Q/8 w - -|h2h8":   1,   // mate
		"k7/8/K7/8/8/8/8/2Q5 w - -|c1c7":   0.5, // stalemate
		"7k/8/8/8/8/8/1q6/K7 w - -|a1b2":   0.5, // bare kings
		"5rk1/8/8/8/8/8/q6P/7K w - -|h2h4": 0,   // the opponent mates at once, or the game goes on
	} {
		text, move, _ := strings.Cut(fen, "|")
		m := modelOf(t, text, krieg.Berkeley(), krieg.White, nil)
		s := m.Start(nil)
		for _, out := range m.AppendOutcomes(nil, &s, try(t, move)) {
			if out.Done && out.Reward != want || !out.Done && out.Reward != 0 {
				t.Errorf("%s: reward %v, done %v", fen, out.Reward, out.Done)
			}
		}
	}
}
