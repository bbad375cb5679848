// SPDX-License-Identifier: BSD-3-Clause

package meter_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/meter"
	"github.com/veilplan/veil/internal/rusage"
)

// burn uses CPU time without asking anybody.
func burn(d time.Duration) {
	for end := rusage.Thread() + d; rusage.Thread() < end; {
	}
}

// forgetful is work that asks, then forgets to.
func forgetful(ctx context.Context) {
	for range 10 {
		burn(2 * time.Millisecond)
		if ctx.Err() != nil {
			return
		}
	}
	burn(120 * time.Millisecond)
}

// TestRun: the gap is as long as the work that did not ask, and its stack names the function.
func TestRun(t *testing.T) {
	r := meter.Run(t.Context(), 0, forgetful)
	if r.Asks != 10 || r.CPU < 140*time.Millisecond {
		t.Errorf("%d asks in %v", r.Asks, r.CPU)
	}
	if gap := r.Longest.CPU; gap < 120*time.Millisecond || gap > r.CPU-15*time.Millisecond {
		t.Errorf("the longest gap is %v of %v", gap, r.CPU)
	}
	if !slices.ContainsFunc(r.Longest.Functions(), func(name string) bool { return strings.HasSuffix(name, "meter_test.forgetful") }) {
		t.Errorf("inside the gap: %q\n%s", r.Longest.Functions(), r.Longest.Stack)
	}
}

// TestWithdraw: work that is told to stop is measured until it does.
func TestWithdraw(t *testing.T) {
	r := meter.Run(t.Context(), 30*time.Millisecond, func(ctx context.Context) {
		for ctx.Err() == nil {
			burn(time.Millisecond)
		}
		burn(50 * time.Millisecond)
	})
	const slack = 10 * time.Millisecond // the system accounts CPU time in steps
	if r.Asks < 3 || r.After < 50*time.Millisecond-slack || r.After > r.CPU-30*time.Millisecond {
		t.Errorf("%d asks, %v of %v after it should have stopped", r.Asks, r.After, r.CPU)
	}
}

// TestNeverAsks: work that does not ask at all is one gap.
func TestNeverAsks(t *testing.T) {
	r := meter.Run(t.Context(), 0, func(context.Context) { burn(60 * time.Millisecond) })
	if r.Asks != 0 || r.Longest.CPU < 60*time.Millisecond {
		t.Errorf("%d asks, gap %v", r.Asks, r.Longest.CPU)
	}
}
