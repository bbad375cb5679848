// SPDX-License-Identifier: BSD-3-Clause

package rusage_test

import (
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
)

// TestWithCPU: a limit of CPU time ends a context by work, not by waiting.
func TestWithCPU(t *testing.T) {
	const limit = 100 * time.Millisecond
	start := rusage.CPU() // before the limit begins to count
	ctx, cancel := rusage.WithCPU(t.Context(), limit)
	defer cancel()
	time.Sleep(2 * limit)
	if ctx.Err() != nil && rusage.CPU()-start < limit {
		t.Error("sleeping counted as work")
	}
	for ctx.Err() == nil {
		if rusage.CPU()-start > 20*time.Second {
			t.Fatal("the limit was not noticed")
		}
	}
	if used := rusage.CPU() - start; used < limit {
		t.Errorf("ended after %v", used)
	}
}
