// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/api"
)

// testGate is a gate with enough memory.
func testGate(l Limits) *gate {
	l.Memory = 1 << 20
	g := newGate(l.withDefaults())
	g.memory.short.total, g.memory.long.total = 1<<40, 1<<40
	return g
}

// TestGate: slots are never exceeded, the queue is bounded, and who waits too long is
// refused.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := testGate(Limits{Running: 2, Queue: 3, PerClient: 100, QueueWait: time.Second})
		running, most, refused, atOnce := 0, 0, 0, 0
		start := time.Now()
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				p, err := g.enter(t.Context(), "a", api.Short, func(error) {})
				if err != nil {
					mu.Lock()
					if refused++; time.Since(start) == 0 {
						atOnce++
					}
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
		if most != 2 || refused != 6 || atOnce != 5 {
			t.Errorf("%d at a time, %d refused, %d at once; want 2, 6 and 5", most, refused, atOnce)
		}
		if waiting, running, _ := g.depth(); waiting != 0 || running != 0 || g.usage["a"].passes != 0 || g.memory.taken() != 0 {
			t.Errorf("afterwards %d wait, %d run, %d are known, %d bytes are taken", waiting, running, g.usage["a"].passes, g.memory.taken())
		}
	})
}

// TestGateShortPassesLong: short work does not wait for long work, not even for its pause.
func TestGateShortPassesLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := testGate(Limits{Running: 1, QueueWait: time.Second})
		long, err := g.enter(t.Context(), "long", api.Long, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		short, err := g.enter(t.Context(), "short", api.Short, func(error) {})
		if err != nil || time.Since(start) > 0 {
			t.Fatalf("after %v: %v", time.Since(start), err)
		}
		if _, err := g.enter(t.Context(), "long", api.Long, func(error) {}); !errors.Is(err, errBusy) {
			t.Errorf("more long work: %v", err)
		}
		short.leave()
		long.leave()
	})
}

// TestGateShortTakesTurns: short work of a client that asks for much lets that of another pass.
func TestGateShortTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := testGate(Limits{Running: 1, QueueWait: 10 * time.Second})
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for ctx.Err() == nil {
					p, err := g.enter(ctx, "hog", api.Short, func(error) {})
					if err != nil {
						return
					}
					for range 40 {
						time.Sleep(time.Millisecond)
						p.pause(ctx)
					}
					p.leave()
				}
			})
		}
		time.Sleep(time.Second)
		for range 50 {
			start := time.Now()
			p, err := g.enter(ctx, "modest", api.Short, func(error) {})
			if took := time.Since(start); err != nil || took > 10*time.Millisecond {
				t.Errorf("after %v: %v", took, err)
			}
			p.leave()
			time.Sleep(10 * time.Millisecond)
		}
		stop()
		all.Wait()
	})
}

func TestGateQuota(t *testing.T) {
	g := testGate(Limits{Running: 4, Queue: 10, PerClient: 1, QueueWait: time.Second})
	p, err := g.enter(t.Context(), "a", api.Short, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.enter(t.Context(), "a", api.Short, func(error) {}); !errors.Is(err, errQuota) {
		t.Errorf("a second piece of work: %v", err)
	}
	if _, err := g.enter(t.Context(), "b", api.Short, func(error) {}); err != nil {
		t.Errorf("another client: %v", err)
	}
	p.leave()
	if _, err := g.enter(t.Context(), "a", api.Short, func(error) {}); err != nil {
		t.Errorf("after the first ended: %v", err)
	}
}

// TestGateIsFair: a client that computed much neither keeps the slots from another, nor the
// places in the queue.
func TestGateIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := testGate(Limits{Running: 1, Queue: 2, PerClient: 100, QueueWait: time.Minute})
		hog, err := g.enter(t.Context(), "hog", api.Long, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		hog.pause(t.Context()) // so that it is counted
		var all sync.WaitGroup
		var refused []string
		var mu sync.Mutex
		ask := func(client string, class api.Class, work time.Duration) {
			p, err := g.enter(t.Context(), client, class, func(error) {})
			if err != nil {
				mu.Lock()
				refused = append(refused, client)
				mu.Unlock()
				return
			}
			time.Sleep(work)
			p.leave()
		}
		for range 2 {
			all.Go(func() { ask("hog", api.Long, time.Minute) })
		}
		synctest.Wait()
		start := time.Now()
		var waited time.Duration
		all.Go(func() {
			ask("modest", api.Long, time.Millisecond)
			mu.Lock()
			waited = time.Since(start)
			mu.Unlock()
		})
		for range 100 {
			time.Sleep(10 * time.Millisecond)
			hog.pause(t.Context())
		}
		mu.Lock()
		if waited == 0 || waited > 100*time.Millisecond || !slices.Equal(refused, []string{"hog"}) {
			t.Errorf("the modest client waited %v; refused: %v", waited, refused)
		}
		mu.Unlock()
		hog.leave()
		all.Wait()
	})
}

// TestGateMemory: work for which there is no memory waits and is refused, one part stays for
// a client that has none, and work left behind gives back its slot but not its memory.
func TestGateMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Limits{Running: 4, Memory: 64 << 20, QueueWait: time.Second}.withDefaults())
		g.memory.long.total = 3 * g.memory.longSize
		enter := func(client string) (*pass, error) { return g.enter(t.Context(), client, api.Long, func(error) {}) }
		first, err1 := enter("a")
		_, err2 := enter("a")
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if _, err := enter("a"); !errors.Is(err, errBusy) {
			t.Errorf("the part for others: %v", err)
		}
		if _, err := enter("b"); err != nil {
			t.Errorf("another client: %v", err)
		}
		first.abandon()
		if _, running, left := g.depth(); running != 2 || left != 1 {
			t.Errorf("%d run, %d were left behind", running, left)
		}
		if _, err := enter("c"); !errors.Is(err, errBusy) {
			t.Errorf("the memory of work that was left behind: %v", err)
		}
		first.leave()
		if _, err := enter("c"); err != nil {
			t.Errorf("after it ended: %v", err)
		}
		if _, _, left := g.depth(); left != 0 || g.memory.taken() != 3*g.memory.longSize {
			t.Errorf("%d are left, %d bytes taken", left, g.memory.taken())
		}
		g.long.slots, g.memory.slow.share = 100, g.memory.littleSize
		for i, want := range []error{nil, errBusy} {
			if _, err := g.enter(t.Context(), "d", api.Bulk, func(error) {}); !errors.Is(err, want) {
				t.Errorf("bulk work %d of a client with a share of one: %v, want %v", i, err, want)
			}
		}
	})
}

// TestGateDemotes: work that was taken for short and is not moves out of the way of short
// work, and ends if there is too much of its kind.
func TestGateDemotes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Limits{Running: 1, PerClient: 100, QueueWait: time.Second}.withDefaults())
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		var running, stopped atomic.Int32
		for i := range int32(3) { // there is memory for two of one client
			if running.Load() != min(i, 1) {
				t.Errorf("%d pieces of slow work run, after %d began", running.Load(), i)
			}
			p, err := g.enter(ctx, "a", api.Short, func(error) { stopped.Add(1) })
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(api.ShortWork * time.Millisecond)
			all.Go(func() {
				p.pause(ctx)
				running.Add(1)
				<-ctx.Done()
				p.leave()
			})
			synctest.Wait()
		}
		if stopped.Load() != 1 || g.long.taken != 1 || len(g.long.paused) != 1 || g.short.taken != 1 {
			t.Errorf("%d were stopped, %d run, %d wait, %d are still short", stopped.Load(), g.long.taken, len(g.long.paused), g.short.taken)
		}
		cancel()
		all.Wait()
		if _, running, _ := g.depth(); running != 0 || g.memory.taken() != 0 {
			t.Errorf("afterwards %d run, %d bytes are taken", running, g.memory.taken())
		}
	})
}

// TestQuota compares a quota with sums of what its clients have.
func TestQuota(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	q := newQuota(100, 40, 10)
	has, names := map[string]int64{}, []string{"a", "b", "c", "d"}
	for range 10_000 {
		who, n := names[r.IntN(4)], int64(1+r.IntN(20))
		if r.IntN(2) == 0 && has[who] >= n {
			q.give(who, n)
			has[who] -= n
		} else {
			sum := has["a"] + has["b"] + has["c"] + has["d"]
			var want error
			switch {
			case has[who]+n > 40:
				want = errQuota
			case sum+n > 100, has[who] > 0 && sum+n > 90:
				want = errBusy
			}
			if err := q.take(who, n); !errors.Is(err, want) || want == nil && err != nil {
				t.Fatalf("%s with %d of %d takes %d: %v, want %v", who, has[who], sum, n, err, want)
			}
			if want == nil {
				has[who] += n
			}
		}
		if sum := has["a"] + has["b"] + has["c"] + has["d"]; q.taken() != sum {
			t.Fatalf("%d are taken, want %d", q.taken(), sum)
		}
	}
}
