// SPDX-License-Identifier: BSD-3-Clause

package krieg

import "slices"

// Trail remembers results after each of the last events of a history, so that the same history with
// more at its end is followed from there. K identifies everything else that the results depend on.
//
// The zero value is empty, and a nil Trail remembers nothing. It is not safe for concurrent use.
type Trail[K comparable, T any] struct {
	key    K
	past   History
	stones []stone[T] // in order of their number of events
}

// stone is the result after a number of events.
type stone[T any] struct {
	events int
	known  T
}

// mostStones limits the memory of a trail; after taking back fewer events a history is continued at
// once.
const mostStones = 6

// Latest returns the result remembered for the longest beginning of h that satisfies willDo, and
// its number of events. Results of another history are forgotten.
func (t *Trail[K, T]) Latest(key K, h *History, willDo func(known T) bool) (known T, events int, ok bool) {
	if t == nil {
		return known, 0, false
	}
	shared := 0
	if t.key == key && t.past.Rules == h.Rules && t.past.Start == h.Start && t.past.Me == h.Me {
		for shared < min(len(t.past.Events), len(h.Events)) && t.past.Events[shared] == h.Events[shared] {
			shared++
		}
	}
	for len(t.stones) > 0 && t.stones[len(t.stones)-1].events > shared {
		t.stones = t.stones[:len(t.stones)-1]
	}
	t.key, t.past = key, *h
	for _, s := range slices.Backward(t.stones) {
		if willDo(s.known) {
			return s.known, s.events, true
		}
	}
	return known, 0, false
}

// Remember stores the result after a number of events of the history that Latest was last called
// with.
func (t *Trail[K, T]) Remember(events int, known T) {
	if t == nil {
		return
	}
	for len(t.stones) > 0 && t.stones[len(t.stones)-1].events >= events {
		t.stones = t.stones[:len(t.stones)-1]
	}
	if len(t.stones) == mostStones {
		t.stones = append(t.stones[:0:0], t.stones[1:]...)
	}
	t.stones = append(t.stones, stone[T]{events, known})
}
