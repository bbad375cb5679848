// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestProgressLine checks that the interval printed beside a rate contains the rate and no
// impossible one: half its width about the rate would, near 0 and 1.
func TestProgressLine(t *testing.T) {
	p := experiment.Progress{Tallies: experiment.Tallies{
		{ID: "all", N: 100, Won: 100}, {ID: "idle"}, {ID: "score", N: 4, Score: 10},
	}}
	if got, want := p.Line(), "all 1.0000 [0.9630, 1.0000]  score 2.5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
