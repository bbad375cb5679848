// SPDX-License-Identifier: BSD-3-Clause

package andor_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/search/andor"
)

// hardInstance is a question that takes every method some work.
func hardInstance() instance {
	r := rand.New(rand.NewPCG(7, 7))
	sh := shape{states: 400, actions: 5, percepts: 2, win: 0.15, lose: 0.02, refuse: 0.3, asks: true}
	m := newMaze(r, sh)
	in := instance{m: &duel{m}, plies: 5}
	for id := int16(0); len(in.belief) < 8; id++ {
		if s := (place{ID: id}); m.Status(&s) == veil.Open {
			in.belief = append(in.belief, s)
		}
	}
	return in
}

func TestLimits(t *testing.T) {
	in := hardInstance()
	for name, cfg := range configs(t) {
		for _, c := range []struct {
			set  func(*andor.Config)
			want error
		}{
			{func(c *andor.Config) { c.Nodes = 5 }, andor.ErrNodes},
			{func(c *andor.Config) { c.States = 20 }, andor.ErrStates},
		} {
			limited := cfg
			c.set(&limited)
			res := in.prove(t, limited)
			if res.Verdict != andor.Unknown || !errors.Is(res.Cut, c.want) || res.Plan != nil {
				t.Errorf("%s: %v, cut by %v, want %v", name, res.Verdict, res.Cut, c.want)
			}
			if limited.Nodes > 0 && res.Stats.Nodes > limited.Nodes+1 {
				t.Errorf("%s: %d nodes, limit %d", name, res.Stats.Nodes, limited.Nodes)
			}
		}
	}
	for _, method := range []andor.Method{andor.Veil, andor.PNS, andor.DUB, andor.DBU, andor.IPNS} {
		res := in.prove(t, andor.Config{Method: method, Memory: 100})
		if res.Verdict != andor.Unknown || !errors.Is(res.Cut, andor.ErrMemory) {
			t.Errorf("%v: %v, cut by %v", method, res.Verdict, res.Cut)
		}
	}
}

func TestCancel(t *testing.T) {
	in := hardInstance()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, cfg := range configs(t) {
		res, err := andor.Prove(ctx, in.m, in.belief, in.plies, cfg)
		if err != nil || res.Verdict != andor.Unknown || !errors.Is(res.Cut, context.Canceled) {
			t.Errorf("%s: %v %v %v", name, res.Verdict, res.Cut, err)
		}
	}
}

func TestBadQuestions(t *testing.T) {
	in := someInstance(0)
	if _, err := andor.Prove(t.Context(), in.m, nil, 3, andor.Config{}); !errors.Is(err, veil.ErrImpossible) {
		t.Errorf("empty belief: %v", err)
	}
	if _, err := andor.Prove(t.Context(), in.m, in.belief, -1, andor.Config{}); err == nil {
		t.Error("negative plies accepted")
	}
	for _, name := range []string{"", "BFS", "Q-DFS", "LX-DFS", "E-DBU", "G-PNS", "L-IPNS", "L-veil", "-"} {
		if cfg, err := andor.Named(name); err == nil {
			t.Errorf("method %q was accepted as %+v", name, cfg)
		}
	}
}

// spinner refuses everything and changes its state every time.
type spinner struct{ maze }

func (m *spinner) AppendOutcomes(dst []veil.Outcome[place, heardByte], s *place, _ deed) []veil.Outcome[place, heardByte] {
	return append(dst, veil.Outcome[place, heardByte]{State: place{ID: s.ID, Asked: !s.Asked}, Seen: refusal})
}

func TestEndlessRefusalsAreNoticed(t *testing.T) {
	m := &spinner{maze{actions: 1, status: []veil.Status{veil.Open}}}
	for name, cfg := range configs(t) {
		_, err := andor.Prove(t.Context(), mazeRules(m), []place{{}}, 1, cfg)
		if !errors.Is(err, andor.ErrEndless) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDeterminism compares whole results at one and two processors and twice each.
func TestDeterminism(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for seed := range uint64(40) {
		in := someInstance(seed)
		for name, cfg := range configs(t) {
			var first string
			for i := range 4 {
				runtime.GOMAXPROCS(1 + i%2)
				res := in.prove(t, cfg)
				text, err := json.Marshal(res)
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprintf("%s", text)
				if i == 0 {
					first = got
				} else if got != first {
					t.Fatalf("seed %d, %s: %s\nthen %s", seed, name, first, got)
				}
			}
		}
	}
}

func TestProgress(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	m := newMaze(r, shape{states: 1000, actions: 8, percepts: 1, refuse: 0.3})
	in := instance{m: &duel{m}, belief: []place{{ID: 1}, {ID: 2}, {ID: 3}}, plies: 9}
	calls := 0
	in.prove(t, andor.Config{Method: andor.DFS, States: 300_000, Progress: func(s andor.Stats) {
		calls++
		if s.States == 0 {
			t.Error("progress without states")
		}
	}})
	if calls == 0 {
		t.Error("progress was never reported")
	}
}
