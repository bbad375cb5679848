// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"slices"
	"testing"
)

// TestQueue: what is given back is handed out again with what is next, in order; and after
// a run was stopped at an episode, what is missing before it is still handed out.
func TestQueue(t *testing.T) {
	q := newQueue([]Span{{0, 100}}, 100)
	for _, want := range [][]Span{{{0, 10}}, {{10, 20}}, {{20, 30}}} {
		if got := q.take(10); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
	q.done([]Span{{7, 8}, {9, 10}})
	q.done([]Span{{25, 30}})
	q.until(27)
	if got := q.take(5); !slices.Equal(got, []Span{{7, 8}, {9, 10}, {25, 27}}) {
		t.Fatalf("got %v", got)
	}
	q.done(nil)
	q.done(nil)
	if got := q.take(5); got != nil {
		t.Errorf("got %v after the end", got)
	}
}
