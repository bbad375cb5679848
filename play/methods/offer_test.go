// SPDX-License-Identifier: BSD-3-Clause

package methods_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/belief"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/search/andor/baseline"
	"github.com/veilplan/veil/search/proof"
)

// shortTiger is the tiger problem with an end after a few moves.
func shortTiger() methods.Problem[tiger.State, tiger.Action, tiger.Sound] {
	return methods.Problem[tiger.State, tiger.Action, tiger.Sound]{
		Game: play.Game[tiger.State, tiger.Action, tiger.Sound]{
			Model:   tiger.Model{Horizon: 4},
			Actions: play.Words(tiger.Listen, tiger.OpenLeft, tiger.OpenRight),
			Seen:    play.Words(tiger.Silence, tiger.GrowlLeft, tiger.GrowlRight),
		},
		Low: 4 * tiger.Mauled, High: 4 * tiger.Prize,
	}
}

// guided is the tiger problem with a guide, which the model does not have.
type guided struct{ tiger.Model }

func (guided) AppendPriors(dst []float64, _ veil.Belief[tiger.State, tiger.Action, tiger.Sound], actions []tiger.Action) []float64 {
	for range actions {
		dst = append(dst, 1)
	}
	return dst
}

func lacks(p methods.Problem[tiger.State, tiger.Action, tiger.Sound]) map[string]string {
	found := map[string]string{}
	for _, m := range methods.Offer(p) {
		found[m.Name] = strings.Join(m.Lacks, ", ")
		if (m.New == nil) != (len(m.Lacks) > 0) {
			found[m.Name] += " but it can be made"
		}
	}
	return found
}

// TestOfferIsDerived: a method fits as soon as the model has the interface that it needs, and names it before.
func TestOfferIsDerived(t *testing.T) {
	bare := shortTiger()
	if got := lacks(bare); got["random"]+got["bsruct"]+got["uct"] != "" || !strings.Contains(got["bssuct"], "uct.Guide") ||
		!strings.Contains(got["alpha"], "veil.Enumerator") || !strings.Contains(got["planner"], "uct.Adviser") || !strings.Contains(got["planner"], "uct.Continuer") {
		t.Errorf("bare: %v", got)
	}
	bare.Powers = guided{tiger.Model{Horizon: 4}}
	if got := lacks(bare); got["bssuct"] != "" || got["planner"] == "" {
		t.Errorf("with a guide: %v", got)
	}
	exact := shortTiger()
	exact.Exact = tiger.Model{Horizon: 4}
	if got := lacks(exact); got["bssuct"]+got["alpha"]+got["planner"] != "" {
		t.Errorf("with exact probabilities: %v", got)
	}
	for name, lack := range lacks(methods.Problem[tiger.State, tiger.Action, tiger.Sound]{}) {
		if name != "random" && !strings.Contains(lack, "veil.Model") {
			t.Errorf("%s without a model lacks %q", name, lack)
		}
	}
	if !slices.Contains(methods.Names(), "bssuct") {
		t.Errorf("names %v", methods.Names())
	}
}

// TestEveryBelief: every estimator plays an episode, also one of the problem itself, and an unknown one is refused.
func TestEveryBelief(t *testing.T) {
	p := shortTiger()
	p.Exact = tiger.Model{Horizon: 4}
	called := false
	p.Beliefs = map[string]func(uint64) (veil.Belief[tiger.State, tiger.Action, tiger.Sound], error){
		"mine": func(uint64) (veil.Belief[tiger.State, tiger.Action, tiger.Sound], error) {
			called = true
			return nil, veil.ErrTooHard
		},
	}
	bsruct := methods.Offer(p)[1]
	for _, name := range []string{"exact", "particles", "rejection", "metropolis", "inherit", "alg3", "alg4"} {
		seat, _, err := bsruct.New(play.Access{}, json.RawMessage(`{"simulations":30,"belief":"`+name+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		m := play.Match{Table: p.Table, Player: seat}
		if rec, err := m.Play(t.Context(), 1, 2); err != nil || len(rec.Plies) != 4 {
			t.Errorf("%s: %d moves, %v", name, len(rec.Plies), err)
		}
	}
	seat, _, err := bsruct.New(play.Access{}, json.RawMessage(`{"belief":"mine"}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := seat(rand.New(rand.NewPCG(1, 1))); err == nil || !called {
		t.Errorf("the problem's own belief was not asked: %v", err)
	}
	for params, want := range map[string]string{
		`{"belief":"luck"}`: `belief "luck": want exact, mine, particles`, `{"simulations":0}`: "simulations 0", `{"draws":0}`: "draws 0",
	} {
		if _, _, err := bsruct.New(play.Access{}, json.RawMessage(params)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", params, err, want)
		}
	}
}

// TestFirstView: the first view of an episode narrows the problem, and what was heard before the first action is
// heard by the belief. Here three growls from the left settle where the tiger is, so that the player opens the right door.
func TestFirstView(t *testing.T) {
	p := shortTiger()
	p.Exact = tiger.Model{Horizon: 4}
	p.Beliefs = map[string]func(uint64) (veil.Belief[tiger.State, tiger.Action, tiger.Sound], error){"mine": nil}
	p.Usual = "mine"
	if _, params, err := methods.Offer(p)[3].New(play.Access{}, nil); err != nil || !strings.Contains(fmt.Sprintf("%+v", params), "Belief:mine") {
		t.Errorf("the default is not the usual belief: %+v, %v", params, err)
	}
	var seen []string
	p.First = func(view json.RawMessage) (methods.Episode[tiger.State, tiger.Action, tiger.Sound], error) {
		seen = append(seen, string(view))
		growl := belief.Step[tiger.Action, tiger.Sound]{Action: tiger.Listen, Seen: tiger.GrowlLeft}
		return methods.Episode[tiger.State, tiger.Action, tiger.Sound]{Problem: p, Heard: slices.Repeat([]belief.Step[tiger.Action, tiger.Sound]{growl}, 3)}, nil
	}
	seat, _, err := methods.Offer(p)[3].New(play.Access{}, json.RawMessage(`{"belief":"exact","simulations":2000}`))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := play.Match{Table: p.Table, Player: seat}.Play(t.Context(), 1, 0)
	if err != nil || rec.Plies[0].Action != tiger.OpenRight.String() || !slices.Equal(seen, []string{"[]"}) {
		t.Errorf("after views %q: %v, %v", seen, rec.Plies, err)
	}
}

// TestSpentDraws: a belief that finds no state within its draws moves at random and says that it guesses.
func TestSpentDraws(t *testing.T) {
	p := shortTiger()
	seat, _, err := methods.Offer(p)[1].New(play.Access{}, json.RawMessage(`{"simulations":30,"belief":"rejection","draws":1}`))
	if err != nil {
		t.Fatal(err)
	}
	guesses := 0
	for i := range uint64(20) {
		rec, err := play.Match{Table: p.Table, Player: seat}.Play(t.Context(), 1, i)
		if err != nil {
			t.Fatal(err)
		}
		for _, ply := range rec.Plies {
			if ply.Guess {
				guesses++
			}
		}
	}
	if guesses == 0 {
		t.Error("one draw always sufficed")
	}
}

// TestOwnPlayerFirst: a player of the problem itself replaces the method of its name, and the error of a method that does
// not fit names what is lacking.
func TestOwnPlayerFirst(t *testing.T) {
	own := play.Entry{Name: "bsruct", About: "of the problem itself", New: play.RandomEntry().New}
	o := play.Configured{Players: []play.Entry{own}, Methods: methods.Offer(shortTiger())}
	if e, err := o.Player("bsruct"); err != nil || e.About != own.About {
		t.Errorf("%q, %v", e.About, err)
	}
	if _, err := o.Player("bssuct"); err == nil || !strings.Contains(err.Error(), "lacks a guide") {
		t.Errorf("%v", err)
	}
	for _, m := range o.Offers() {
		if m.Name == "bsruct" {
			t.Error("a replaced method is offered")
		}
	}
	if e, err := (play.Configured{}).Player("random"); err != nil || e.New == nil {
		t.Errorf("a problem that is only a table has no random player: %v", err)
	}
}

// shelf is a problem with a hidden box among some: a look shows whether it is there. It can be lost, too.
type shelf struct{ boxes, looks int8 }

type shelfState struct {
	Box, Left int8
	Found     bool
}

func (m shelf) Start(r *rand.Rand) shelfState {
	return shelfState{Box: int8(r.IntN(int(m.boxes))), Left: m.looks}
}

func (m shelf) AppendActions(dst []int8, _ *shelfState) []int8 {
	for i := range m.boxes {
		dst = append(dst, i)
	}
	return dst
}

func (m shelf) Step(_ *rand.Rand, s *shelfState, a int8) (bool, float64, bool) {
	s.Left--
	s.Found = s.Box == a
	return s.Found, 0, s.Found || s.Left == 0
}

func (m shelf) AppendStarts(dst []veil.Weighted[shelfState]) []veil.Weighted[shelfState] {
	for i := range m.boxes {
		dst = append(dst, veil.Weighted[shelfState]{State: shelfState{Box: i, Left: m.looks}, P: 1 / float64(m.boxes)})
	}
	return dst
}

func (m shelf) AppendOutcomes(dst []veil.Outcome[shelfState, bool], s *shelfState, a int8) []veil.Outcome[shelfState, bool] {
	out := veil.Outcome[shelfState, bool]{State: *s, P: 1}
	out.Seen, out.Reward, out.Done = m.Step(nil, &out.State, a)
	return append(dst, out)
}

func (m shelf) Status(s *shelfState) veil.Status {
	switch {
	case s.Found:
		return veil.Won
	case s.Left == 0:
		return veil.Lost
	default:
		return veil.Open
	}
}

func shelfProblem(m shelf) methods.Problem[shelfState, int8, bool] {
	digits := play.Text[int8]{Format: func(a int8) string { return string('a' + rune(a)) }}
	seen := play.Text[bool]{Format: func(b bool) string { return map[bool]string{true: "there", false: "empty"}[b] }}
	return methods.Problem[shelfState, int8, bool]{Game: play.Game[shelfState, int8, bool]{Model: m, Actions: digits, Seen: seen}, Exact: m}
}

// TestProver: every method finds the shortest plan, and the checker accepts it and no plan for another problem; a problem
// without a judge has no prover, and one with its own goal has.
func TestProver(t *testing.T) {
	prover := methods.Prover(shelfProblem(shelf{boxes: 3, looks: 5}))
	for _, name := range append(baseline.Names(), "veil") {
		got, err := prover.Prove(t.Context(), play.ProofQuestion{Method: name, Plies: 5})
		if err != nil || got.Verdict != "proved" || got.Plies != 3 || got.Starts != 3 {
			t.Errorf("%s: %+v, %v", name, got, err)
			continue
		}
		if err := prover.Check(t.Context(), got.Plan); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		larger := methods.Prover(shelfProblem(shelf{boxes: 4, looks: 5}))
		if err := larger.Check(t.Context(), got.Plan); !errors.Is(err, proof.ErrRejected) {
			t.Errorf("%s: a plan for three boxes was accepted for four: %v", name, err)
		}
		if got, err := prover.Prove(t.Context(), play.ProofQuestion{Method: name, Plies: 2}); err != nil || got.Verdict != "disproved" {
			t.Errorf("%s within 2: %+v, %v", name, got, err)
		}
	}
	if err := prover.Check(t.Context(), nil); !errors.Is(err, proof.ErrRejected) {
		t.Errorf("no plan: %v", err)
	}
	if got, err := prover.Prove(t.Context(), play.ProofQuestion{Method: "DFS", Plies: 5, States: 2}); err != nil || got.Verdict != "unknown" || got.Cut == nil {
		t.Errorf("two states: %+v, %v", got, err)
	}
	for _, memory := range []int64{1, 31, 1000} { // the smallest is not divided until none is left, which means no limit
		got, err := prover.Prove(t.Context(), play.ProofQuestion{Method: "veil", Plies: 5, Memory: memory})
		if err != nil || got.Verdict != "unknown" || got.Cut == nil {
			t.Errorf("%d bytes: %+v, %v", memory, got, err)
		}
	}
	if _, err := prover.Prove(t.Context(), play.ProofQuestion{Method: "luck", Plies: 5}); err == nil {
		t.Error("an unknown method was accepted")
	}
	if p := methods.Prover(shortTiger()); p.Prove != nil || len(p.Lacks) != 2 {
		t.Errorf("tiger lacks %q", p.Lacks)
	}
}
