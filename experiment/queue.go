// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"cmp"
	"slices"
	"sync"
)

// queue hands out the episodes that are missing, the first ones first.
type queue struct {
	mu     sync.Mutex
	change sync.Cond
	gaps   []Span // in order
	out    int    // how often something was taken that is not done
	stop   uint64 // no episode from here on is wanted any more
}

func newQueue(gaps []Span, stop uint64) *queue {
	q := &queue{gaps: gaps, stop: stop}
	q.change.L = &q.mu
	return q
}

// mostSpans bounds the stretches that are taken at once.
const mostSpans = 64

// take returns up to n episodes to play, or nil if there are none any more. Before it says
// so it waits for those that are being played, because some of them may be given back.
func (q *queue) take(n uint64) (spans []Span) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.empty() && q.out > 0 {
		q.change.Wait()
	}
	for n > 0 && !q.empty() && len(spans) < mostSpans {
		gap := &q.gaps[0]
		s := Span{gap.First, min(gap.End, gap.First+n, q.stop)}
		if gap.First = s.End; gap.First == gap.End {
			q.gaps = q.gaps[1:]
		}
		spans = append(spans, s)
		n -= s.End - s.First
	}
	if spans != nil {
		q.out++
	}
	return spans
}

func (q *queue) empty() bool { return len(q.gaps) == 0 || q.gaps[0].First >= q.stop }

// done says that what was taken is no longer being played, and which of it is left.
func (q *queue) done(left []Span) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, s := range left {
		at, _ := slices.BinarySearchFunc(q.gaps, s, func(a, b Span) int { return cmp.Compare(a.First, b.First) })
		q.gaps = slices.Insert(q.gaps, at, s)
	}
	q.out--
	q.change.Broadcast()
}

func (q *queue) until(stop uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stop = min(q.stop, stop)
}
