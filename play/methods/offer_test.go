// SPDX-License-Identifier: BSD-3-Clause

package methods_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/play"
	"github.com/veilplan/veil/play/methods"
	"github.com/veilplan/veil/problems/tiger"
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
	exact := shortTiger()
	exact.Exact, exact.Powers = tiger.Model{Horizon: 4}, guided{tiger.Model{Horizon: 4}}
	if got := lacks(exact); got["bssuct"]+got["alpha"] != "" || got["planner"] == "" {
		t.Errorf("with powers: %v", got)
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
