// SPDX-License-Identifier: BSD-3-Clause

package worst_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/internal/rusage"
	"github.com/veilplan/veil/internal/worst"
)

// burn uses CPU time without asking anybody.
func burn(d time.Duration) {
	for end := rusage.Thread() + d; rusage.Thread() < end; {
	}
}

// planted answers at once, but for a corner of its questions, for which it forgets to ask.
func planted(ctx context.Context, question []byte) {
	n := len(question)
	for range n / 20 {
		burn(100 * time.Microsecond)
		if ctx.Err() != nil {
			return
		}
	}
	if n > 180 {
		burn(time.Duration(n-180) * 4 * time.Millisecond)
	}
}

// TestFinds: the corner of a space in which the work does not ask is found, and the stack names who does not.
func TestFinds(t *testing.T) {
	s := worst.Searcher{
		Space: worst.Space{
			Ranges: []worst.Range{{1, 100}, {1, 100}, {0, 50}},
			Make:   func(p []int) []byte { return make([]byte, p[0]+p[1]) },
		},
		Ask: planted, Limit: time.Second,
	}
	found, tried := s.Search(t.Context(), 1, 3*time.Second)
	deaf := found[worst.Deaf]
	if deaf == nil || len(deaf.Question) < 190 || worst.Deaf.Of(deaf, s.Limit) < 0.04 {
		t.Fatalf("after %d questions: %+v", tried, deaf)
	}
	if all := strings.Join(deaf.Whole.Longest.Functions(), " "); !strings.Contains(all, "planted") {
		t.Errorf("the gap is in %s", all)
	}
	if stubborn := found[worst.Stubborn]; worst.Stubborn.Of(stubborn, s.Limit) < 0.04 {
		t.Errorf("the most stubborn: %+v", stubborn)
	}
}

// TestEmpty: a space without questions ends.
func TestEmpty(t *testing.T) {
	s := worst.Searcher{Space: worst.Space{Ranges: []worst.Range{{0, 1}}, Make: func([]int) []byte { return nil }}, Ask: planted}
	if found, tried := s.Search(t.Context(), 1, time.Millisecond); tried != 0 || found[worst.Deaf] != nil {
		t.Errorf("%d questions: %v", tried, found)
	}
}
