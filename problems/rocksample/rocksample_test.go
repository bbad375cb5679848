// SPDX-License-Identifier: BSD-3-Clause

package rocksample_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/problems/rocksample"
	"github.com/veilplan/veil/veiltest"
)

type config = veiltest.Config[rocksample.State, rocksample.Action, rocksample.Seen]

func TestContract(t *testing.T) {
	for _, size := range [][2]int{{1, 0}, {3, 3}, {7, 8}, {11, 11}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			m, err := rocksample.Standard(size[0], size[1], 0)
			if err != nil {
				t.Fatal(err)
			}
			veiltest.Model(t, m, config{Episodes: 20})
		})
	}
}

// TestScouting: memory changes nothing, and the odds are those of Bayes' rule, up to rounding.
func TestScouting(t *testing.T) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	scouting := rocksample.NewScouting(m, rocksample.Discount)
	veiltest.Model(t, scouting, veiltest.Config[rocksample.Scout, rocksample.Action, rocksample.Seen]{Episodes: 10})
	r := rand.New(rand.NewPCG(1, 0))
	s, odds := scouting.Start(r), 0.0
	for range 5 {
		right := m.Right(s.Cell, 2)
		seen, _, _ := scouting.Step(r, &s, rocksample.Check(2))
		if seen == rocksample.LooksBad {
			right = 1 - right
		}
		odds += math.Log(right / (1 - right))
	}
	if got := float64(s.Odds[2]) / 4; math.Abs(got-odds) > 5.0/8 {
		t.Errorf("the odds are %v, want %v", got, odds)
	}
	for range 200 { // the policy of simulations earns something and comes to an end
		s, done, steps := scouting.Start(r), false, 0
		for ; !done; steps++ {
			if steps > 60 {
				t.Fatal("the rover does not leave")
			}
			_, _, done = scouting.Step(r, &s, scouting.Roll(r, &s))
		}
	}
}

// TestLikelihoodAgreesWithOutcomes compares the two ways in which the problem states its
// sensor.
func TestLikelihoodAgreesWithOutcomes(t *testing.T) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 0))
	s := m.Start(r)
	for range 500 {
		actions := m.AppendActions(nil, &s)
		if len(actions) == 0 {
			s = m.Start(r)
			continue
		}
		a := actions[r.IntN(len(actions))]
		for _, out := range m.AppendOutcomes(nil, &s, a) {
			if got := m.Likelihood(&out.State, a, out.Seen); got != out.P {
				t.Fatalf("%v in %v: the likelihood of %v is %v, want %v", a, s, out.Seen, got, out.P)
			}
		}
		m.Step(r, &s, a)
	}
}

// TestSensor holds the numbers of the paper: certain on the rock, halfway to a coin at 20.
func TestSensor(t *testing.T) {
	m, err := rocksample.New(21, rocksample.Cell{}, []rocksample.Cell{{X: 0, Y: 0}})
	if err != nil {
		t.Fatal(err)
	}
	for d, want := range map[uint8]float64{0: 1, 10: (1 + math.Sqrt(0.5)) / 2, 20: 0.75} {
		if got := m.Right(rocksample.Cell{X: d}, 0); math.Abs(got-want) > 1e-12 {
			t.Errorf("a reading from %d cells away is right with probability %v, want %v", d, got, want)
		}
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	m, err := rocksample.Standard(7, 8, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 0))
	actions := make([]rocksample.Action, 0, 16)
	if n := testing.AllocsPerRun(100, func() {
		s := m.Start(r)
		for range 50 {
			if actions = m.AppendActions(actions[:0], &s); len(actions) == 0 {
				break
			}
			m.Step(r, &s, actions[r.IntN(len(actions))])
		}
	}); n > 0 {
		t.Errorf("an episode allocates %v times", n)
	}
}

func TestBadGridsAreRefused(t *testing.T) {
	cell := func(x, y uint8) rocksample.Cell { return rocksample.Cell{X: x, Y: y} }
	for _, c := range []struct {
		size  int
		start rocksample.Cell
		rocks []rocksample.Cell
	}{
		{0, cell(0, 0), nil},
		{31, cell(0, 0), nil},
		{3, cell(3, 0), nil},
		{3, cell(0, 0), []rocksample.Cell{cell(0, 3)}},
		{3, cell(0, 0), []rocksample.Cell{cell(1, 1), cell(1, 1)}},
		{9, cell(0, 0), make([]rocksample.Cell, 17)},
	} {
		if _, err := rocksample.New(c.size, c.start, c.rocks); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	if _, err := rocksample.Standard(2, 5, 0); err == nil {
		t.Error("five rocks in four cells were accepted")
	}
}

func TestUnmarshalTextRefusesOtherWords(t *testing.T) {
	for _, text := range []string{"", "up", "check", "check-0", "check-17", "check-01", "check--1"} {
		var a rocksample.Action
		if err := a.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read as %v", text, a)
		}
	}
}
