// SPDX-License-Identifier: BSD-3-Clause

package train

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/veilplan/veil/mines/heuristic"
)

// TestRidge finds the weights with which gains were made, apart from noise and the penalty, and ignores a trait
// that is the same for all cells.
func TestRidge(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	want := map[int]float64{3: 0.5, 40: -0.2, heuristic.TraitCount - 1: 0.1}
	var all []compared
	const guesses = 3000
	for range guesses {
		c := compared{traits: make([]traits, 3), gains: make([]float32, 3)}
		for k := range c.traits {
			for i := range c.traits[k] {
				c.traits[k][i] = float32(r.NormFloat64())
			}
			c.traits[k][7] = 1
		}
		for k := range c.gains {
			for i, w := range want {
				c.gains[k] += float32(w) * (c.traits[k][i] - c.traits[0][i])
			}
			if k > 0 {
				c.gains[k] += float32(r.NormFloat64())
			}
		}
		all = append(all, c)
	}
	const rows = 2 * guesses
	for i, got := range fitRanker(all) {
		want := want[i] * rows / (rows + penalty)
		if i == 7 && got != 0 || math.Abs(got-want) > 4/math.Sqrt(2*rows) {
			t.Errorf("weight %d is %.4f, want %.4f", i, got, want)
		}
	}
}

// TestCompare: comparisons do not depend on the number of processors. The first cell is compared with
// itself, and others differ from it, but by no more than chances can.
func TestCompare(t *testing.T) {
	const games = 12
	want, err := compareGames(games, 5)
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.GOMAXPROCS(1)
	got, err := compareGames(games, 5)
	if runtime.GOMAXPROCS(before); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("another number of processors gave other comparisons (%v)", err)
	}
	differ := 0
	for _, c := range want {
		if len(c.gains) < 2 || len(c.gains) != len(c.traits) || c.gains[0] != 0 || c.reached <= 0 || c.reached > 1 {
			t.Fatalf("%+v", c)
		}
		for _, x := range c.gains[1:] {
			if math.Abs(float64(x)) > 1 {
				t.Errorf("a gain of %v", x)
			}
			if x != 0 {
				differ++
			}
		}
	}
	if differ < 10 {
		t.Errorf("%d gains are not 0", differ)
	}
}
