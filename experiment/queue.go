// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// queue hands out the missing episodes, in order.
type queue struct {
	mu     sync.Mutex
	change sync.Cond
	gaps   []Span // in order
	out    int    // takes that are not done
	stop   uint64 // episodes from here on are not wanted
	shut   uint64 // episodes from here on are not known yet
}

func newQueue(gaps []Span, stop uint64) *queue {
	q := &queue{gaps: gaps, stop: stop, shut: math.MaxUint64}
	q.change.L = &q.mu
	return q
}

// mostSpans limits the ranges that are taken at once.
const mostSpans = 64

// take returns up to n episodes to play, or nil if none are left. Before it returns nil, it waits
// for the episodes being played, because some may be given back.
func (q *queue) take(n uint64) (spans []Span) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.empty() && q.out > 0 {
		q.change.Wait()
	}
	for n > 0 && !q.empty() && len(spans) < mostSpans {
		gap := &q.gaps[0]
		s := Span{gap.First, min(gap.End, gap.First+n, q.stop, q.shut)}
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

func (q *queue) empty() bool { return len(q.gaps) == 0 || q.gaps[0].First >= min(q.stop, q.shut) }

// done ends a take and gives back the ranges that are left.
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

// open makes the episodes before a number known.
func (q *queue) open(until uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = until
	q.change.Broadcast()
}
