// SPDX-License-Identifier: BSD-3-Clause

package lightdark_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/veilplan/veil/problems/lightdark"
	"github.com/veilplan/veil/veiltest"
)

func TestContract(t *testing.T) {
	veiltest.Model(t, lightdark.New(), veiltest.Config[lightdark.State, lightdark.Action, lightdark.Seen]{})
}

// TestSeeing compares the value of the player who sees its place with sums by hand: at 0 it stops; from 11 it takes
// two moves; from 5 it takes five of 1, since 10 and five back are six; from -26 it
// lets the border put it on a multiple of 10.
func TestSeeing(t *testing.T) {
	m := lightdark.New()
	for place, moves := range map[lightdark.State]int{0: 0, -1: 1, 11: 2, 5: 5, -26: 4, 30: 3} {
		want := 0.0
		for range moves {
			want = want*lightdark.Discount + lightdark.Cost
		}
		want += math.Pow(lightdark.Discount, float64(moves)) * lightdark.Right
		if got := m.Continue(nil, &place); math.Abs(got-want) > 1e-9 {
			t.Errorf("from %d a player who sees earns %v, want %v", place, got, want)
		}
	}
}

// TestLikelihood holds the density of a measurement to the share of measurements in an interval.
func TestLikelihood(t *testing.T) {
	m, r := lightdark.New(), rand.New(rand.NewPCG(1, 0))
	inside, sum, draws := 0, 0.0, 20_000
	for range draws {
		s := lightdark.State(2)
		if o, _, _ := m.Step(r, &s, 1); o >= 4 && o < 9 {
			inside++
		}
	}
	s := lightdark.State(3)
	for x := 4.0; x < 9; x += 0.001 {
		sum += 0.001 * m.Likelihood(&s, 1, lightdark.Seen(x+0.0005))
	}
	if got := float64(inside) / float64(draws); math.Abs(got-sum) > 0.015 {
		t.Errorf("%v of the measurements are in [4, 9), the density says %v", got, sum)
	}
}

func TestUnmarshalTextRefusesOtherWords(t *testing.T) {
	var a lightdark.Action
	if a.UnmarshalText([]byte("1")) == nil {
		t.Error("1 was read as", a)
	}
	var o lightdark.Seen
	for _, text := range []string{"NaN", "inf", "light", ""} {
		if o.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q was read as %v", text, o)
		}
	}
}
