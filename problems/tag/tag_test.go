// SPDX-License-Identifier: BSD-3-Clause

package tag_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/problems/tag"
	"github.com/veilplan/veil/veiltest"
)

func TestContract(t *testing.T) {
	veiltest.Model(t, tag.New(), veiltest.Config[tag.State, tag.Action, tag.Seen]{})
}

// TestRoom counts the walls of the room as drawn: a person in a corner has two cells to go
// to, and the passage is three wide.
func TestRoom(t *testing.T) {
	m := tag.New()
	exits := func(c uint8) int {
		n := 0
		for a := tag.North; a <= tag.West; a++ {
			s := tag.State{Robot: c, Person: 0}
			m.Step(rand.New(rand.NewPCG(1, 0)), &s, a)
			if s.Robot != c {
				n++
			}
		}
		return n
	}
	total := 0
	for c := range uint8(tag.Cells) {
		total += exits(c)
	}
	// Side by side: 2·9 in the corridor and 3·2 in the passage; one above the other: 10,
	// 3 between corridor and passage, and 3·2.
	if want := 2 * (18 + 6 + 10 + 3 + 6); total != want {
		t.Errorf("%d ways from cell to cell, want %d", total, want)
	}
	if exits(0) != 2 || exits(9) != 2 || exits(28) != 2 || exits(15) != 4 {
		t.Error("the corners are not corners")
	}
}

// TestPersonFlees holds the law of the person's moves in three cases.
func TestPersonFlees(t *testing.T) {
	m := tag.New()
	for _, c := range []struct {
		robot, person uint8
		want          map[uint8]float64
	}{
		{0, 12, map[uint8]float64{13: 0.4, 12: 0.6}},                   // east, and north into the wall
		{5, 15, map[uint8]float64{14: 0.2, 16: 0.2, 20: 0.4, 15: 0.2}}, // either side, and north
		{24, 24, map[uint8]float64{23: 0.2, 25: 0.2, 21: 0.2, 27: 0.2, 24: 0.2}},
	} {
		got := map[uint8]float64{}
		for _, out := range m.AppendOutcomes(nil, &tag.State{Robot: c.robot, Person: c.person}, tag.East) {
			got[out.State.Person] += out.P
		}
		for cell, p := range c.want {
			if math.Abs(got[cell]-p) > 1e-12 || len(got) != len(c.want) {
				t.Errorf("from %d the person in %d goes to %v, want %v", c.robot, c.person, got, c.want)
			}
		}
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	m, r := tag.New(), rand.New(rand.NewPCG(1, 0))
	if n := testing.AllocsPerRun(100, func() {
		s := m.Start(r)
		for range 50 {
			m.Step(r, &s, tag.Action(r.IntN(4)))
		}
	}); n > 0 {
		t.Errorf("an episode allocates %v times", n)
	}
}

func TestUnmarshalTextRefusesOtherWords(t *testing.T) {
	var a tag.Action
	if err := a.UnmarshalText([]byte("wait")); err == nil {
		t.Error("wait was read as", a)
	}
}
