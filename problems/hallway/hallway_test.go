// SPDX-License-Identifier: BSD-3-Clause

package hallway_test

import (
	"errors"
	"testing"

	"github.com/veilplan/veil/problems/hallway"
	"github.com/veilplan/veil/veiltest"
)

func building(t *testing.T, n int) *hallway.Model {
	t.Helper()
	m, err := hallway.New(n)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	for _, n := range []int{1, 2} {
		veiltest.Model(t, building(t, n), veiltest.Config[hallway.State, hallway.Action, hallway.Seen]{})
	}
}

// TestSizes holds the sizes that are published: 57 and 89 places if the goal's four are one.
func TestSizes(t *testing.T) {
	for n, want := range map[int]int{1: 56, 2: 88} {
		if got := len(building(t, n).AppendStarts(nil)); got != want {
			t.Errorf("building %d: %d places to begin with, want %d", n, got, want)
		}
	}
	if _, err := hallway.New(3); !errors.Is(err, hallway.ErrBuilding) {
		t.Errorf("building 3: %v", err)
	}
}

// TestSteps holds what the rules say of some steps in the first building.
func TestSteps(t *testing.T) {
	m := building(t, 1)
	chance := func(s hallway.State, a hallway.Action, to hallway.State, o hallway.Seen) (p, reward float64) {
		for _, out := range m.AppendOutcomes(nil, &s, a) {
			if out.State == to && out.Seen == o {
				p, reward = p+out.P, out.Reward
			}
		}
		return p, reward
	}
	const north, east, south, west = 0, 1, 2, 3
	cell := func(c, d int) hallway.State { return hallway.State(4*c + d) }
	for name, c := range map[string]struct {
		s         hallway.State
		a         hallway.Action
		to        hallway.State
		o         hallway.Seen
		p, reward float64
	}{
		"through the door":    {cell(8, south), hallway.Forward, cell(14, south), hallway.Goal, 0.8, 1},
		"backwards":           {cell(8, north), hallway.Forward, cell(14, north), hallway.Goal, 0.025, 1},
		"backwards, turned":   {cell(8, north), hallway.Forward, cell(14, south), hallway.Goal, 0.025, 1},
		"sideways":            {cell(8, east), hallway.Forward, cell(14, south), hallway.Goal, 0.05, 1},
		"not by turning":      {cell(8, south), hallway.Left, cell(14, south), hallway.Goal, 0, 0},
		"against the wall":    {cell(0, north), hallway.Forward, cell(0, north), 0b1101, 0.95 * 0.9 * 0.9 * 0.9 * 0.95, 0},
		"reads a sign":        {cell(2, east), hallway.Right, cell(2, south), hallway.SignA, 0.7, 0},
		"the sign of another": {cell(8, north), hallway.Around, cell(8, south), hallway.SignD, 0.6, 0},
		"turns too far":       {cell(2, south), hallway.Left, cell(2, west), 0b0010, 0.1 * 0.9 * 0.95 * 0.95 * 0.95, 0},
		"stays":               {cell(5, east), hallway.Stay, cell(5, east), 0b1010, 0.9 * 0.9 * 0.95 * 0.95, 0},
		"begins again":        {cell(14, east), hallway.Stay, cell(2, south), hallway.SignA, 1.0 / 56, 0},
		"never from the goal": {cell(14, east), hallway.Forward, cell(14, east), hallway.Goal, 0, 0},
	} {
		if p, reward := chance(c.s, c.a, c.to, c.o); p < c.p-1e-12 || p > c.p+1e-12 || reward != c.reward {
			t.Errorf("%s: probability %v and reward %v, want %v and %v", name, p, reward, c.p, c.reward)
		}
	}
}

// TestTexts reads what is written.
func TestTexts(t *testing.T) {
	for o := range hallway.Seen(hallway.SeenCount) {
		var back hallway.Seen
		if text, _ := o.MarshalText(); back.UnmarshalText(text) != nil || back != o {
			t.Errorf("%s is read as %s", o, back)
		}
	}
	var a hallway.Action
	if err := a.UnmarshalText([]byte("around")); err != nil || a != hallway.Around {
		t.Error(a, err)
	}
	if a.UnmarshalText([]byte("up")) == nil {
		t.Error(`"up" is an action`)
	}
}
