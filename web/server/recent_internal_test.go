// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// slowRecent does what recent does, by looking through a list.
type slowRecent struct {
	limit int64
	list  []weighed[int] // the last used first
}

func (s *slowRecent) find(name string) int {
	return slices.IndexFunc(s.list, func(w weighed[int]) bool { return w.name == name })
}

func (s *slowRecent) get(name string) (int, bool) {
	i := s.find(name)
	if i < 0 {
		return 0, false
	}
	w := s.list[i]
	s.list = slices.Insert(slices.Delete(s.list, i, i+1), 0, w)
	return w.value, true
}

func (s *slowRecent) set(name string, value int, weight int64) {
	if i := s.find(name); i >= 0 {
		s.list = slices.Delete(s.list, i, i+1)
	}
	if weight > s.limit {
		return
	}
	s.list = slices.Insert(s.list, 0, weighed[int]{name, value, weight})
	for s.size() > s.limit {
		s.list = s.list[:len(s.list)-1]
	}
}

func (s *slowRecent) size() (sum int64) {
	for _, w := range s.list {
		sum += w.weight
	}
	return sum
}

// TestRecentForgetsTheOldest compares it with the slow one, step by step.
func TestRecentForgetsTheOldest(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		limit := int64(1 + r.IntN(60))
		fast, slow := newRecent[int](limit), &slowRecent{limit: limit}
		for step := range 2_000 {
			name := fmt.Sprint(r.IntN(30))
			switch r.IntN(3) {
			case 0:
				weight := int64(r.IntN(20))
				fast.set(name, step, weight)
				slow.set(name, step, weight)
			case 1:
				got := fast.getOr(name, func() int { return step })
				want, ok := slow.get(name)
				if !ok {
					want = step
					slow.set(name, step, 1)
				}
				if got != want {
					t.Fatalf("seed %d, step %d: %s is %d, want %d", seed, step, name, got, want)
				}
			default:
				got, held := fast.get(name)
				if want, ok := slow.get(name); got != want || held != ok {
					t.Fatalf("seed %d, step %d: %s is %d %v, want %d %v", seed, step, name, got, held, want, ok)
				}
			}
			if fast.size() != slow.size() || fast.size() > limit || len(fast.values) != len(slow.list) || fast.order.Len() != len(slow.list) {
				t.Fatalf("seed %d, step %d: %d of %d in %d values, want %d in %d", seed, step, fast.size(), limit, len(fast.values), slow.size(), len(slow.list))
			}
		}
	}
}

// TestRecentIsShared: goroutines that use it at once get values of the names they ask for.
func TestRecentIsShared(t *testing.T) {
	r := newRecent[string](50)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(g), 2))
			for range 5_000 {
				name := fmt.Sprint(rnd.IntN(100))
				if got := r.getOr(name, func() string { return name }); got != name {
					t.Errorf("%s is %s", name, got)
					return
				}
				r.set(name, name, int64(rnd.IntN(60)))
			}
		})
	}
	wg.Wait()
	if r.size() > 50 {
		t.Errorf("%d is kept, more than 50", r.size())
	}
}
