// SPDX-License-Identifier: BSD-3-Clause

package composed_test

import (
	"context"
	"testing"

	"github.com/veilplan/veil/krieg/composed"
	"github.com/veilplan/veil/search/andor"
)

// TestInterleaved gives the verdict of the set, after all boards of a mate and fewer of some
// near misses, and none after a search that was cut.
func TestInterleaved(t *testing.T) {
	fewer := 0
	for _, p := range spread(t, "seed-3", "10") {
		r, boards, err := p.Interleaved(t.Context(), andor.Config{})
		if err != nil || answerOf(r.Verdict) != p.Verdict || boards > p.Boards || p.Verdict == composed.Mate && boards < p.Boards {
			t.Errorf("%s, %s: %v after %d of %d boards, %v", p.ID, p.Verdict, r.Verdict, boards, p.Boards, err)
		}
		fewer += count(boards < p.Boards)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if r, _, err := p.Interleaved(ctx, andor.Config{}); err == nil && r.Verdict != andor.Unknown {
			t.Errorf("%s: %v by a search that was cancelled", p.ID, r.Verdict)
		}
	}
	if fewer == 0 {
		t.Error("no near miss was refuted before all boards were found")
	}
}
