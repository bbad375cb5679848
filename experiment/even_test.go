// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment/stats"
)

// TestEven: a test against an even game counts wins against losses, and accepts neither a second policy
// nor an unknown first.
func TestEven(t *testing.T) {
	even := &Test{First: "a", Even: true, SPRT: stats.SPRT{H1: 0.2, Alpha: 0.05, Beta: 0.05}}
	for score, want := range map[float64]sign{1: 1, 0.5: 0, 0: -1} {
		if got := even.sign(&Play{Score: score}, nil); got != want {
			t.Errorf("score %v counts %d, want %d", score, got, want)
		}
	}
	spec := Spec{Policies: []Policy{{ID: "a"}, {ID: "b"}}, SPRT: even}
	j := newJudge(&spec)
	for range 100 {
		j.see(j.sign(&Episode{Plays: []Play{{Score: 1}, {Score: 0}}}))
	}
	if j.verdict != stats.AcceptH1 {
		t.Errorf("100 wins: %v", j.verdict)
	}
	if err := spec.checkTest(); err != nil {
		t.Error(err)
	}
	even.Second = "b"
	if err := spec.checkTest(); err == nil || !strings.Contains(err.Error(), "want none with even") {
		t.Error(err)
	}
	even.First, even.Second = "c", ""
	if err := spec.checkTest(); err == nil || !strings.Contains(err.Error(), `first "c"`) {
		t.Error(err)
	}
}

// TestSpentAddsUp: the CPU times of chunks add up, by policy.
func TestSpentAddsUp(t *testing.T) {
	sum := Times{Spent: make([]spent, 2)}
	for range 3 {
		sum.merge(&timesLine{End: 1, ChunkTimes: ChunkTimes{Spent: []spent{{1, 2}, {3, 4}, {5, 6}}}})
	}
	if sum.Spent[0] != (spent{3, 6}) || sum.Spent[1] != (spent{9, 12}) {
		t.Errorf("%v", sum.Spent)
	}
}
