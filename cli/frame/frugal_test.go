// SPDX-License-Identifier: BSD-3-Clause

package frame_test

import (
	"runtime/debug"
	"testing"

	"github.com/veilplan/veil/cli/frame"
)

// TestFrugal: the percentage is lowered and restored, and GOGC wins.
func TestFrugal(t *testing.T) {
	before := percent()
	restore := frame.Frugal()
	if got := percent(); got >= before {
		t.Errorf("%d, was %d", got, before)
	}
	restore()
	t.Setenv("GOGC", "77")
	frame.Frugal()
	if got := percent(); got != before {
		t.Errorf("%d afterwards, want %d", got, before)
	}
}

func percent() int {
	x := debug.SetGCPercent(100)
	debug.SetGCPercent(x)
	return x
}
