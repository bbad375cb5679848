// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/veilplan/veil/domain/mines/value"
)

// TestPlay: the positions of the games do not depend on the number of processors, and their
// values are chances.
func TestPlay(t *testing.T) {
	const games = 60
	want, err := play(games, 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if got, err := play(games, 7, nil); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("another number of processors gave other positions (%v)", err)
	}
	ends := 0
	for _, s := range want {
		if s.End >= 0 {
			ends++
		} else if s.Survival <= 0 {
			t.Errorf("a guess with the chance %v was survived", s.Survival)
		}
		if s.End > 1 || s.Survival > 1 {
			t.Errorf("survival %v, end %v", s.Survival, s.End)
		}
	}
	if ends != games {
		t.Errorf("%d games ended, %d were played", ends, games)
	}
}

// TestCalibrate: a game's survivals and its end are what becomes of its positions.
func TestCalibrate(t *testing.T) {
	net := new(value.Network) // predicts one half
	bins := calibrate(net, []value.Sample{{Survival: 0.5, End: -1}, {Survival: 0.8, End: -1}, {End: 0.25}, {End: 1}})
	want := bin{n: 4, predicted: 2, came: 0.1 + 0.2 + 0.25 + 1}
	if got := bins[5]; got.n != want.n || got.predicted != want.predicted || math.Abs(got.came-want.came) > 1e-6 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestLearnedCalibrated: on fresh games the built-in weights predict what becomes of them.
func TestLearnedCalibrated(t *testing.T) {
	net, err := value.Standard()
	if err != nil {
		t.Fatal(err)
	}
	samples, err := play(1500, 99, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range calibrate(net, samples) {
		if b.n < 200 {
			continue
		}
		if difference := (b.came - b.predicted) / b.n; math.Abs(difference) > 0.02+1/math.Sqrt(b.n) {
			t.Errorf("tenth %d: predicted %.3f, came %.3f of %.0f positions", i, b.predicted/b.n, b.came/b.n, b.n)
		}
	}
}

func BenchmarkGames(b *testing.B) {
	for b.Loop() {
		if _, err := play(1000, 3, nil); err != nil {
			b.Fatal(err)
		}
	}
}
