// SPDX-License-Identifier: BSD-3-Clause

package veiltest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/problems/tiger"
	"github.com/veilplan/veil/veiltest"
)

type (
	config  = veiltest.Config[tiger.State, tiger.Action, tiger.Sound]
	outcome = veil.Outcome[tiger.State, tiger.Sound]
	start   = veil.Weighted[tiger.State]
)

// fault is a sound Tiger in which a test breaks one thing.
type fault struct {
	tiger.Model

	actions  func(dst []tiger.Action, s *tiger.State) []tiger.Action
	step     func(r *rand.Rand, s *tiger.State, a tiger.Action) (tiger.Sound, float64, bool)
	outcomes func(dst []outcome) []outcome
	starts   func(dst []start) []start
	status   func(s *tiger.State) veil.Status
}

func (f fault) AppendActions(dst []tiger.Action, s *tiger.State) []tiger.Action {
	if f.actions != nil {
		return f.actions(dst, s)
	}
	return f.Model.AppendActions(dst, s)
}

func (f fault) Step(r *rand.Rand, s *tiger.State, a tiger.Action) (tiger.Sound, float64, bool) {
	if f.step != nil {
		return f.step(r, s, a)
	}
	return f.Model.Step(r, s, a)
}

func (f fault) AppendOutcomes(dst []outcome, s *tiger.State, a tiger.Action) []outcome {
	dst = f.Model.AppendOutcomes(dst, s, a)
	if f.outcomes != nil {
		return f.outcomes(dst)
	}
	return dst
}

func (f fault) AppendStarts(dst []start) []start {
	dst = f.Model.AppendStarts(dst)
	if f.starts != nil {
		return f.starts(dst)
	}
	return dst
}

func (f fault) Status(s *tiger.State) veil.Status {
	if f.status != nil {
		return f.status(s)
	}
	if s.Left == 0 {
		return veil.Lost
	}
	return veil.Open
}

func TestPlantedFaultsAreFound(t *testing.T) {
	sound := tiger.Model{Horizon: 6}
	calls := 0
	for _, tc := range []struct {
		name, want string
		model      fault
		cfg        config
	}{
		{name: "sound"},
		{name: "leak", want: "actions leak the hidden state", model: fault{
			actions: func(dst []tiger.Action, s *tiger.State) []tiger.Action {
				if s.Right {
					return append(dst, tiger.Listen, tiger.OpenLeft)
				}
				return append(dst, tiger.Listen, tiger.OpenRight)
			},
		}},
		{name: "order leaks", want: "actions leak the hidden state", model: fault{
			actions: func(dst []tiger.Action, s *tiger.State) []tiger.Action {
				if s.Right {
					return append(dst, tiger.Listen, tiger.OpenLeft, tiger.OpenRight)
				}
				return append(dst, tiger.Listen, tiger.OpenRight, tiger.OpenLeft)
			},
		}},
		{name: "end leaks", want: "actions leak the hidden state", model: fault{
			step: func(r *rand.Rand, s *tiger.State, a tiger.Action) (tiger.Sound, float64, bool) {
				o, reward, done := sound.Step(r, s, a)
				return o, reward, done || s.Right
			},
		}},
		{name: "memory in the model", want: "not deterministic", model: fault{
			step: func(r *rand.Rand, s *tiger.State, a tiger.Action) (tiger.Sound, float64, bool) {
				calls++
				o, reward, done := sound.Step(r, s, a)
				return o, reward + float64(calls%7), done
			},
		}},
		{name: "wrong probability", want: "disagree with the probabilities", model: fault{
			outcomes: func(dst []outcome) []outcome {
				if dst[0].Reward == tiger.Cost {
					dst[0].P, dst[1].P = dst[0].P*0.9, 1-dst[0].P*0.9
				}
				return dst
			},
		}},
		{name: "probabilities sum to 0.99", want: "sum to 0.99", model: fault{
			outcomes: func(dst []outcome) []outcome { dst[0].P -= 0.01; return dst },
		}},
		{name: "negative probability", want: "not in (0, 1]", model: fault{
			outcomes: func(dst []outcome) []outcome { dst[0].P, dst[1].P = -0.5, 1.5; return dst },
		}},
		{name: "forgotten outcome", want: "not enumerated", model: fault{
			outcomes: func(dst []outcome) []outcome { dst = dst[:1]; dst[0].P = 1; return dst },
		}},
		{name: "forgotten start", want: "starts: sampling gives", model: fault{
			starts: func(dst []start) []start { return []start{{State: dst[0].State, P: 1}} },
		}},
		{name: "wrong prior", want: "starts: sampled frequencies disagree", model: fault{
			starts: func(dst []start) []start { dst[0].P, dst[1].P = 0.4, 0.6; return dst },
		}},
		{name: "judge says won too early", want: "still in play is judged won", model: fault{
			status: func(*tiger.State) veil.Status { return veil.Won },
		}},
		{name: "judge never ends", want: "done is true", model: fault{
			status: func(*tiger.State) veil.Status { return veil.Open },
		}},
		{name: "codec forgets", want: "reads back as", cfg: config{
			Encode: func(s tiger.State) ([]byte, error) { return fmt.Append(nil, s.Left), nil },
			Decode: func([]byte) (tiger.State, error) { return tiger.State{}, nil },
		}},
		{name: "codec fails", want: "no more ink", cfg: config{
			Encode: func(tiger.State) ([]byte, error) { return nil, errors.New("no more ink") },
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.model.Model = sound
			found := veiltest.Faults(tc.model, tc.cfg)
			if tc.want == "" {
				if len(found) > 0 {
					t.Errorf("faults in a sound model: %v", found)
				}
				return
			}
			for _, err := range found {
				if strings.Contains(err.Error(), tc.want) {
					explains(t, tc.name, err)
					return
				}
			}
			t.Errorf("found %v, want a fault with %q", found, tc.want)
		})
	}
}

// brokenRules says which rule each planted fault breaks.
var brokenRules = map[string]string{
	"leak": "actions, and the end", "order leaks": "actions, and the end", "end leaks": "actions, and the end",
	"memory in the model": "function of its seed", "wrong probability": "AppendOutcomes", "probabilities sum to 0.99": "AppendOutcomes",
	"negative probability": "AppendOutcomes", "forgotten outcome": "AppendOutcomes", "forgotten start": "AppendStarts", "wrong prior": "AppendStarts",
	"judge says won too early": "Status and the done", "judge never ends": "Status and the done",
	"codec forgets": "an encoded state", "codec fails": "an encoded state",
}

// explains demands that a breach names its rule and says how fix.
func explains(t *testing.T, name string, err error) {
	t.Helper()
	b, ok := errors.AsType[*veiltest.Breach](err)
	if !ok || brokenRules[name] == "" || !strings.Contains(b.Rule, brokenRules[name]) || len(b.Mend) < 40 || !strings.Contains(err.Error(), "\n  fix: "+b.Mend) {
		t.Errorf("%s is explained by\n%v", name, err)
	}
}

func TestPatchPassesTheContract(t *testing.T) {
	p := veiltest.Patch{Width: 3, Height: 3, Mines: 3}
	veiltest.Model(t, p, veiltest.Config[veiltest.PatchState, int, int]{})
	if n := len(p.AppendStarts(nil)); n != 84 {
		t.Errorf("%d layouts of 3 mines on 9 cells, want 84", n)
	}
	s := veiltest.PatchState{Mines: 0b100_010_001}
	for cell, want := range []int{veiltest.Boom, 2, 1, 2, veiltest.Boom, 2, 1, 2, veiltest.Boom} {
		next := s
		if seen, _, _ := p.Step(nil, &next, cell); seen != want {
			t.Errorf("cell %d of a diagonal shows %d, want %d", cell, seen, want)
		}
	}
}

// shared keeps its state behind a pointer, so that copies are not independent.
type shared struct{}

func (shared) Start(*rand.Rand) *int                    { return new(int) }
func (shared) AppendActions(dst []bool, _ **int) []bool { return append(dst, true) }
func (shared) Step(_ *rand.Rand, s **int, _ bool) (int, float64, bool) {
	**s++
	return 0, 0, **s > 3
}

func TestSharedMemoryIsFound(t *testing.T) {
	cfg := veiltest.Config[*int, bool, int]{Key: func(s *int) string { return fmt.Sprint(*s) }}
	found := veiltest.Faults[*int, bool, int](shared{}, cfg)
	if len(found) != 1 || !strings.Contains(found[0].Error(), "not independent") {
		t.Errorf("found %v, want dependent copies", found)
	}
}

// mute has actions that can be written but not read back.
type mute struct{ tiger.Model }

type word uint8

func (word) MarshalText() ([]byte, error) { return []byte("same"), nil }

func (w *word) UnmarshalText([]byte) error { *w = 0; return nil }

func (mute) AppendActions(dst []word, _ *tiger.State) []word { return append(dst, 0, 1) }

func (m mute) Step(r *rand.Rand, s *tiger.State, a word) (tiger.Sound, float64, bool) {
	return m.Model.Step(r, s, tiger.Action(a))
}

func TestAmbiguousTextIsFound(t *testing.T) {
	cfg := veiltest.Config[tiger.State, word, tiger.Sound]{}
	found := veiltest.Faults[tiger.State, word, tiger.Sound](mute{}, cfg)
	if len(found) != 1 || !strings.Contains(found[0].Error(), `text "same" reads back as`) {
		t.Errorf("found %v, want an ambiguous text", found)
	}
}
