// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"reflect"
	"runtime"
	"testing"
)

// TestPlay: the positions of the games do not depend on the number of processors, and their
// values are chances.
func TestPlay(t *testing.T) {
	const games = 60
	want, err := play(games, 7)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if got, err := play(games, 7); err != nil || !reflect.DeepEqual(got, want) {
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

func BenchmarkGames(b *testing.B) {
	for b.Loop() {
		if _, err := play(1000, 3); err != nil {
			b.Fatal(err)
		}
	}
}
