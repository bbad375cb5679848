// SPDX-License-Identifier: BSD-3-Clause

// Package veiltest checks the contract that every domain must meet. A domain's test is one call:
//
//	func TestContract(t *testing.T) { veiltest.Model(t, tiger.Model{Horizon: 8}, veiltest.Config[...]{}) }
//
// It plays random episodes and reports violations of the rules that beliefs and searches rely on:
// same seed, same bytes; a copied state is independent; neither the actions nor the end of an
// episode reveal more than the observations; exact probabilities sum to one and agree with sampled
// frequencies; text forms can be read back. Each breach names the rule, the place and a fix.
package veiltest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/veilplan/veil"
)

// Config sets how much is tested. The zero value works for a small domain.
type Config[S any, A, O comparable] struct {
	// Episodes is how many random episodes are played; 0 means 40.
	Episodes int
	// Steps limits an episode; 0 means 30.
	Steps int
	// Draws is the sample size of one χ² test; 0 means 4000.
	Draws int
	// Key distinguishes states; nil means fmt's %#v, which is wrong for states that
	// hold pointers.
	Key func(s S) string
	// NoStarts means that the prior is too large to list: AppendStarts is not called.
	NoStarts bool
	// Encode and Decode are the domain's codec of states, if it has one.
	Encode func(s S) ([]byte, error)
	Decode func(b []byte) (S, error)
}

// Model reports every breach of the contract as a test error.
func Model[S any, A, O comparable](t testing.TB, m veil.Model[S, A, O], cfg Config[S, A, O]) {
	t.Helper()
	for _, fault := range Faults(m, cfg) {
		t.Error(fault)
	}
}

// Faults lists the breaches of the contract, at most one of each rule. Each is a [*Breach].
func Faults[S any, A, O comparable](m veil.Model[S, A, O], cfg Config[S, A, O]) []error {
	c := newChecker(m, cfg)
	var found []error
	for _, r := range c.rules() {
		if err := r.check(); err != nil {
			found = append(found, &Breach{Rule: r.text, How: err, Mend: r.mend})
		}
	}
	return found
}

// checker holds the model, the completed configuration and the states met in play.
type checker[S any, A, O comparable] struct {
	veil.Model[S, A, O]

	cfg Config[S, A, O]
	met []met[S, A]
}

// met is a state met in play that is not over, and its actions.
type met[S any, A comparable] struct {
	state   S
	actions []A
}

func newChecker[S any, A, O comparable](m veil.Model[S, A, O], cfg Config[S, A, O]) *checker[S, A, O] {
	cfg.Episodes = cmp.Or(cfg.Episodes, 40)
	cfg.Steps = cmp.Or(cfg.Steps, 30)
	cfg.Draws = cmp.Or(cfg.Draws, 4000)
	if cfg.Key == nil {
		cfg.Key = func(s S) string { return fmt.Sprintf("%#v", s) }
	}
	c := &checker[S, A, O]{Model: m, cfg: cfg}
	for seed := range cfg.Episodes {
		c.play(uint64(seed), func(s *S, actions []A, _ string) {
			if len(actions) > 0 {
				c.met = append(c.met, met[S, A]{*s, slices.Clone(actions)})
			}
		})
	}
	return c
}

// play runs one episode with random actions and returns all that happened as text;
// look is shown every state before its action, with the history so far, and the last
// state of an episode that is over, without actions. What is random
// in the player is drawn apart from what is random in the problem, and depends on
// the history alone: equal histories meet equal actions.
func (c *checker[S, A, O]) play(seed uint64, look func(s *S, actions []A, history string)) string {
	r := rand.New(rand.NewPCG(seed, 0))
	s := c.Start(r)
	trace, history := "start "+c.cfg.Key(s), ""
	var actions []A
	for range c.cfg.Steps {
		actions = c.AppendActions(actions[:0], &s)
		if len(actions) == 0 {
			break
		}
		look(&s, actions, history)
		a := actions[hash(history, seed%8)%uint64(len(actions))]
		o, reward, done := c.Step(r, &s, a)
		trace += fmt.Sprintf("\n%v -> %v %v %v %s %v", a, o, reward, done, c.cfg.Key(s), actions)
		history += fmt.Sprintf("%v %v;", a, o)
		if done {
			look(&s, nil, history)
			break
		}
	}
	return trace
}

// hash is FNV-1a: the player's choice, a function of what it has seen.
func hash(text string, script uint64) uint64 {
	h := 14695981039346656037 ^ script
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h ^ h>>29
}
