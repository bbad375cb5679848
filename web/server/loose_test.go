// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/veilplan/veil/api"
)

// deafGate is a gate whose work never asks, and has used much CPU time whenever it is looked at.
func deafGate(l Limits) *gate {
	g := testGate(l)
	g.cpu = func(thread int) time.Duration { return time.Duration(thread) * time.Hour }
	return g
}

// grab enters as a client and computes without asking.
func grab(t *testing.T, g *gate, client string, class api.Class) *pass {
	t.Helper()
	p, err := g.enter(t.Context(), client, class, func(error) {})
	if err != nil {
		t.Fatalf("%s: %v", client, err)
	}
	p.begin(1)
	p.asked = 0 // long ago
	p.watch()
	return p
}

// TestLoose: a client whose work does not ask holds up only itself. Its slots are for others, it is charged
// for what runs, and with its share of it gets no more until some ends.
func TestLoose(t *testing.T) {
	for _, class := range []api.Class{api.Short, api.Long} {
		synctest.Test(t, func(t *testing.T) {
			g := deafGate(Limits{Running: 2, PerClient: 100, QueueWait: time.Second})
			first, second := grab(t, g, "hostile", class), grab(t, g, "hostile", class)
			if _, running, _ := g.depth(); running != 0 || g.untied() != 2 {
				t.Errorf("%d hold a slot, %d are loose", running, g.untied())
			}
			if _, err := g.enter(t.Context(), "hostile", api.Short, func(error) {}); !errors.Is(err, errQuota) {
				t.Errorf("a third piece: %v", err)
			}
			start := time.Now()
			for range 100 {
				p, err := g.enter(t.Context(), "polite", class, func(error) {})
				if err != nil || time.Since(start) > 0 {
					t.Fatalf("the polite client after %v: %v", time.Since(start), err)
				}
				p.leave()
			}
			if g.stuck() {
				t.Error("stuck, though others are served")
			}
			time.Sleep(time.Second)
			polite, err := g.enter(t.Context(), "polite", class, func(error) {})
			if used := g.usage.of("hostile", time.Now()).used; err != nil || used < 1.9 || used > 2 {
				t.Errorf("two pieces ran for a second, and %v seconds are charged (%v)", used, err)
			}
			polite.leave()
			first.leave()
			if p, err := g.enter(t.Context(), "hostile", api.Short, func(error) {}); err != nil {
				t.Errorf("after one ended: %v", err)
			} else {
				p.leave()
			}
			second.leave()
			if _, running, _ := g.depth(); running != 0 || g.untied() != 0 || g.memory.taken() != 0 || g.usage["hostile"].passes != 0 || g.usage["hostile"].loose != 0 {
				t.Errorf("afterwards %d run, %d are loose, %d bytes are taken, %+v", running, g.untied(), g.memory.taken(), g.usage["hostile"])
			}
		})
	}
}

// TestLooseIsTied: work that asks again waits for a slot like any other.
func TestLooseIsTied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := deafGate(Limits{Running: 1, PerClient: 100, QueueWait: time.Minute})
		slow := grab(t, g, "slow", api.Long)
		other, err := g.enter(t.Context(), "other", api.Long, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		asked := make(chan struct{})
		go func() {
			slow.pause(t.Context())
			close(asked)
		}()
		synctest.Wait()
		select {
		case <-asked:
			t.Error("it goes on beside the one that has the slot")
		default:
		}
		other.leave()
		<-asked
		if _, running, _ := g.depth(); running != 1 || g.untied() != 0 {
			t.Errorf("%d run, %d are loose", running, g.untied())
		}
		slow.leave()
	})
}

// TestLooseWaits: what a client in debt has in the queue waits, and does not keep others from a slot.
func TestLooseWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := deafGate(Limits{Running: 1, PerClient: 100, QueueWait: time.Second})
		first, err := g.enter(t.Context(), "hostile", api.Long, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		refused := make(chan error)
		go func() {
			_, err := g.enter(t.Context(), "hostile", api.Long, func(error) {})
			refused <- err
		}()
		synctest.Wait()
		first.begin(1)
		first.asked = 0
		first.watch()
		if p, err := g.enter(t.Context(), "polite", api.Long, func(error) {}); err != nil {
			t.Errorf("the polite client: %v", err)
		} else {
			p.leave()
		}
		if err := <-refused; !errors.Is(err, errBusy) {
			t.Errorf("what waited: %v", err)
		}
		first.leave()
	})
}

// TestStuck: a server is stuck when what was left behind holds all slots of short work, or its memory, and
// not before.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := testGate(Limits{Running: 1, PerClient: 100})
		var all []*pass
		leave := func(class api.Class) {
			p, err := g.enter(t.Context(), string(rune('a'+len(all))), class, func(error) {})
			if err != nil {
				t.Fatalf("client %d: %v", len(all), err)
			}
			p.abandon()
			all = append(all, p)
		}
		for range g.looseMax {
			leave(api.Short)
		}
		if leave(api.Long); g.stuck() || g.untied() != g.looseMax || g.long.taken != 1 {
			t.Errorf("%d are loose, %d hold a slot: stuck", g.untied(), g.long.taken)
		}
		if leave(api.Short); !g.stuck() {
			t.Error("all short slots are held: not stuck")
		}
		for _, p := range all {
			p.leave()
		}
		if g.stuck() {
			t.Error("all has ended: stuck")
		}
		g.memory.short.total, g.looseMax = 3*g.memory.littleSize, 100
		g.memory.slow.total = 0
		all = nil
		if leave(api.Short); g.stuck() {
			t.Error("a third of the memory is held: stuck")
		}
		leave(api.Short)
		if leave(api.Short); !g.stuck() {
			t.Error("all memory is held: not stuck")
		}
	})
}

// TestWatched: a server lets work loose that computes and does not ask, and it ends like any other.
func TestWatched(t *testing.T) {
	if threadCPU(thisThread()) == 0 {
		t.Skip("the system does not say what a thread computes")
	}
	loosened := make(chan bool, 1)
	var s *toy
	s = newToy(t, Config{Limits: Limits{Running: 1}}, func(context.Context) error {
		for threadCPU(thisThread()) < time.Hour && s.gate.untied() == 0 {
		}
		loosened <- s.gate.untied() == 1
		return nil
	})
	if status, text, _ := s.Call(t, "POST", "/v1/short", "{}"); status != 200 || !<-loosened {
		t.Errorf("%d %s", status, text)
	}
}

// TestNewcomers: many at once that have used nothing yet do not take the place of a client that has used a little:
// neither in the queue, nor once they run, though they have not asked.
func TestNewcomers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := testGate(Limits{Running: 1, Queue: 2, PerClient: 100, QueueWait: time.Minute})
		g.usage.of("polite", time.Now()).used = 0.04
		enter := func(client string) <-chan error {
			done := make(chan error, 1)
			go func() {
				p, err := g.enter(t.Context(), client, api.Short, func(error) {})
				if err == nil {
					time.Sleep(time.Second)
					p.leave()
				}
				done <- err
			}()
			synctest.Wait()
			return done
		}
		first := enter("many")
		enter("many")
		third := enter("many")
		polite := enter("polite") // one too many: another one goes
		if err := <-third; !errors.Is(err, errBusy) {
			t.Errorf("the third of many: %v", err)
		}
		if err := <-first; err != nil {
			t.Error(err)
		}
		start := time.Now()
		if err := <-polite; err != nil || time.Since(start) != time.Second {
			t.Errorf("the polite client after %v: %v", time.Since(start), err)
		}
		p, err := g.enter(t.Context(), "long", api.Long, func(error) {})
		time.Sleep(time.Second)
		other, err2 := g.enter(t.Context(), "other", api.Short, func(error) {})
		if used := g.usage.of("long", time.Now()).used; err != nil || err2 != nil || used < 0.9 {
			t.Errorf("%v seconds are charged for work that has run for one and not asked (%v, %v)", used, err, err2)
		}
		p.leave()
		other.leave()
		synctest.Wait()
	})
}

// TestLastSlot: a client with loose work gets short slots, but not the last one.
func TestLastSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := deafGate(Limits{Running: 2, PerClient: 100, QueueWait: time.Second})
		first := grab(t, g, "hostile", api.Short)
		second, err := g.enter(t.Context(), "hostile", api.Short, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.enter(t.Context(), "hostile", api.Short, func(error) {}); !errors.Is(err, errBusy) {
			t.Errorf("the last slot: %v", err)
		}
		start := time.Now()
		polite, err := g.enter(t.Context(), "polite", api.Short, func(error) {})
		if err != nil || time.Since(start) > 0 {
			t.Fatalf("the polite client after %v: %v", time.Since(start), err)
		}
		for _, p := range []*pass{first, second, polite} {
			p.leave()
		}
	})
}

// TestInTheWay: short work that gets little CPU time keeps its slot for as long as nobody waits, and not when a
// client does that has used less.
func TestInTheWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := testGate(Limits{Running: 1, PerClient: 100, QueueWait: time.Minute})
		slow, err := g.enter(t.Context(), "slow", api.Short, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if slow.watch(); g.untied() != 0 {
			t.Error("nobody waits, and it has lost its slot")
		}
		done := make(chan error, 1)
		go func() {
			p, err := g.enter(t.Context(), "polite", api.Short, func(error) {})
			if err == nil {
				p.leave()
			}
			done <- err
		}()
		synctest.Wait()
		slow.watch()
		start := time.Now()
		if err := <-done; err != nil || time.Since(start) > 0 || g.untied() != 1 {
			t.Errorf("the polite client after %v: %v; %d are loose", time.Since(start), err, g.untied())
		}
		slow.leave()
	})
}
