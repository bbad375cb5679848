// SPDX-License-Identifier: BSD-3-Clause

package krieg

import "slices"

// Trail remembers what was known after each of the last events of a history, so that the same
// history with more at its end is followed from there. K is what the knowledge depends on besides.
//
// The zero value is empty, and nil remembers nothing. A trail serves one reader at a time.
type Trail[K comparable, T any] struct {
	key    K
	past   History
	stones []stone[T] // those of the most events last
}

// stone is what was known after so many events.
type stone[T any] struct {
	events int
	known  T
}

// mostStones bounds the memory of a trail; it is how far one can take back and go on at once.
const mostStones = 6

// Latest returns what is remembered of the longest beginning of h that will do, and of how
// many events that is. What belongs to another history is forgotten.
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

// Remember keeps what is known after so many events of the history that was looked up last.
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
