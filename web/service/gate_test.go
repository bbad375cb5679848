// SPDX-License-Identifier: BSD-3-Clause

package service

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestGate: slots are never exceeded, the queue is bounded, and who waits too long is
// refused.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(2, 3, 100, time.Second)
		running, most, refused := 0, 0, 0
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				p, err := g.enter(t.Context(), "a", false)
				if err != nil {
					mu.Lock()
					refused++
					mu.Unlock()
					return
				}
				mu.Lock()
				running++
				most = max(most, running)
				mu.Unlock()
				time.Sleep(600 * time.Millisecond)
				mu.Lock()
				running--
				mu.Unlock()
				p.leave()
			})
		}
		all.Wait()
		// Two run, three wait: two of them until 0.6 s, the third until its patience ends at 1 s.
		if most != 2 || refused != 6 {
			t.Errorf("%d at a time, %d refused; want 2 and 6", most, refused)
		}
		if waiting, free := g.depth(); waiting != 0 || free != 2 || len(g.clients) != 0 {
			t.Errorf("afterwards %d wait, %d slots are free, %d clients are known", waiting, free, len(g.clients))
		}
	})
}

// TestGateShortPassesLong: short work does not wait for long work to end, and long work
// goes on afterwards.
func TestGateShortPassesLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 10, 10, 10*time.Second)
		long, err := g.enter(t.Context(), "long", true)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		var longEnd, shortEnd time.Duration
		var all sync.WaitGroup
		all.Go(func() {
			for range 100 { // a second of work
				time.Sleep(10 * time.Millisecond)
				long.pause(t.Context())
			}
			longEnd = time.Since(start)
			long.leave()
		})
		all.Go(func() {
			time.Sleep(305 * time.Millisecond)
			p, err := g.enter(t.Context(), "short", false)
			if err != nil {
				t.Error(err)
				return
			}
			time.Sleep(5 * time.Millisecond)
			p.leave()
			shortEnd = time.Since(start)
		})
		all.Wait()
		if shortEnd > 330*time.Millisecond {
			t.Errorf("short work that came after 305 ms ended after %v", shortEnd)
		}
		if longEnd > 1020*time.Millisecond {
			t.Errorf("long work of a second ended after %v", longEnd)
		}
	})
}

// TestGateStarvation: a stream of short work does not stop long work.
func TestGateStarvation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 100, 100, 10*time.Second)
		long, err := g.enter(t.Context(), "long", true)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for ctx.Err() == nil {
					p, err := g.enter(ctx, "short", false)
					if err != nil {
						return
					}
					time.Sleep(10 * time.Millisecond)
					p.leave()
				}
			})
		}
		start := time.Now()
		for range 20 { // 0.2 s of work
			time.Sleep(10 * time.Millisecond)
			long.pause(t.Context())
		}
		if took := time.Since(start); took > 4*time.Second {
			t.Errorf("0.2 s of long work took %v", took)
		}
		long.leave()
		stop()
		all.Wait()
	})
}

func TestGateQuota(t *testing.T) {
	g := newGate(4, 10, 1, time.Second)
	p, err := g.enter(t.Context(), "a", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.enter(t.Context(), "a", false); !errors.Is(err, errQuota) {
		t.Errorf("a second piece of work: %v", err)
	}
	if _, err := g.enter(t.Context(), "b", false); err != nil {
		t.Errorf("another client: %v", err)
	}
	p.leave()
	if _, err := g.enter(t.Context(), "a", false); err != nil {
		t.Errorf("after the first ended: %v", err)
	}
}
