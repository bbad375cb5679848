// SPDX-License-Identifier: BSD-3-Clause

package deduction_test

import (
	"runtime"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
	"github.com/veilplan/veil/krieg/deduction"
)

// inUse returns the bytes that can be reached.
func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestMemoryHeld: what a search holds is at most 15 % more than its limit. A server sets
// aside a quarter more.
func TestMemoryHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long under the race detector")
	}
	const limit = 48 << 20
	service := &deduction.Service{Limits: api.Limits{Memory: limit}}
	before := inUse()
	asked, most := 0, before
	ctx := pause.With(t.Context(), func() { // now and then: it takes long
		if asked++; asked%8 == 0 {
			most = max(most, inUse())
		}
	})
	doc, err := service.Mate(ctx, api.KriegMateQuestion{
		Position: api.KriegInput{Text: "ruleset: english\nto move: white\nme:   8/8/8/2K5/2N5/8/8/1R6\nopp:  k@*  q|r|b|n@e1\ngoal: mate in 9\n"},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	held := int64(most - before)
	t.Logf("asked %d times: %d MB held, the limit is %d MB (%s)", asked, held>>20, limit>>20, doc.Cut)
	if doc.Cut != "memory limit reached" || held > limit*115/100 || held < limit/4 {
		t.Errorf("%d MB held, the limit is %d MB: %q", held>>20, limit>>20, doc.Cut)
	}
}
