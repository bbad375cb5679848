// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

// TestManyChunksOut gives out more chunks at a time than the 16,384 of former versions, to as many workers, and
// measures what each takes of the run's memory.
func TestManyChunksOut(t *testing.T) { // not parallel, for the sake of the memory
	const chunks = 20_000
	r := runner(t, startServer(t, ServerConfig{}).URL())
	p := planOf(t, fmt.Sprintf(tigerSpec, 10*chunks))
	s, err := r.newSession(t.Context(), create(t, t.TempDir(), p), p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	before := memoryInUse()
	s.window.resize(chunks)
	if s.window.size != chunks {
		t.Fatalf("room for %d chunks, want %d", s.window.size, chunks)
	}
	for i := range uint64(chunks) {
		if _, err := s.window.enter(ctx); err != nil {
			t.Fatalf("%d chunks are out, want %d: %v", i, chunks, err)
		}
		go func() {
			_, _ = s.play(ctx, []experiment.Span{{First: 10 * i, End: 10*i + 10}})
		}()
	}
	testsize.Await(t, "all chunks wait for workers", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.bodies.len() == chunks
	})
	key := []byte(somebody(t, "x").key())
	for i := range chunks {
		name := fmt.Sprint("w", i)
		s.asked(&nats.Msg{Subject: askSubject + testBuild + "." + name, Reply: answerTo(name, "q"), Data: key})
	}
	s.mu.Lock()
	out := len(s.jobs)
	s.mu.Unlock()
	each := (memoryInUse() - before) / chunks
	if t.Logf("%d bytes per chunk", each); out != chunks || each > 6<<10 {
		t.Errorf("%d chunks of %d are out, %d bytes each, want at most 6 kB", out, chunks, each)
	}
}

func memoryInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// TestStragglersOnce: to find a straggler for each of many waiting workers takes about as many steps
// as there are workers and jobs, whether each worker has a name or all share one.
func TestStragglersOnce(t *testing.T) {
	const jobs, workers = 5000, 7000
	for _, names := range []int{1, 3, workers} {
		s := &session{Runner: &Runner{Clock: func() time.Duration { return time.Hour }, Settings: Settings{}.withDefaults()}, jobs: map[string]*job{}}
		for i := range jobs {
			s.jobs[fmt.Sprint(i)] = &job{by: fmt.Sprint(i % names), body: &body{holders: 1}, issued: time.Duration(i)}
		}
		steps, found := 0, 0
		late := func(j *job) bool { steps++; return s.straggles(j) }
		q := newStragglers(s.jobs, late)
		for i := range workers {
			b := q.find(fmt.Sprint((i+1)%names), late)
			if b == nil {
				continue
			}
			b.holders++
			found++
		}
		want := jobs
		if names == 1 {
			want = 0 // all are the jobs of the worker that asks
		}
		if found != want || steps > 4*(jobs+workers) {
			t.Errorf("%d names: %d stragglers in %d steps, want %d in %d", names, found, steps, want, 4*(jobs+workers))
		}
	}
}

// TestStragglerOrder: the oldest job of another worker comes first, and no body has three workers.
func TestStragglerOrder(t *testing.T) {
	all := map[string]*job{}
	for i, by := range []string{"ann", "bob", "ann"} {
		all[fmt.Sprint(i)] = &job{by: by, body: &body{holders: 1}, issued: time.Duration(i)}
	}
	late := func(j *job) bool { return j.body.holders <= 1 }
	q := newStragglers(all, late)
	var got []int
	for _, by := range []string{"ann", "bob", "cid", "cid"} {
		b := q.find(by, late)
		for i := range 3 {
			if b != nil && all[fmt.Sprint(i)].body == b {
				got = append(got, i)
			}
		}
		if b != nil {
			b.holders++
		}
	}
	if !slices.Equal(got, []int{1, 0, 2}) {
		t.Errorf("jobs %v, want bob's for ann, then ann's two", got)
	}
}

// TestBodyQueue: lost bodies come first, each comes once, and an answered one does not come.
func TestBodyQueue(t *testing.T) {
	var q bodyQueue
	all := make([]*body, 6)
	for i := range all {
		all[i] = &body{losses: i}
		if i < 4 {
			q.add(all[i])
		} else {
			q.putBack(all[i])
		}
	}
	q.remove(all[1])
	q.remove(all[1])
	if q.len() != 5 {
		t.Errorf("%d bodies, want 5", q.len())
	}
	var got []int
	take := func(may func(*body) bool) {
		if b := q.take(may); b != nil {
			got = append(got, b.losses)
		}
	}
	take(func(b *body) bool { return b.losses == 2 })
	for range 6 {
		take(func(*body) bool { return true })
	}
	if want := []int{2, 5, 4, 0, 3}; !slices.Equal(got, want) || q.len() != 0 {
		t.Errorf("taken %v, want %v; %d are left", got, want, q.len())
	}
}

// TestAskQueue: a name waits as often as it may, a repeated question counts once, and a worker that
// has left may come back.
func TestAskQueue(t *testing.T) {
	var q askQueue
	for range 2 {
		for i := range 4 {
			if ok := q.add(ask{by: "ann", at: fmt.Sprint(i)}, 3); ok != (i < 3) {
				t.Errorf("question %d of ann: %v", i, ok)
			}
		}
	}
	q.add(ask{by: "bob", at: "0", until: 1}, 3)
	q.add(ask{by: "bob", at: "0", until: 2}, 3)
	var got []string
	more := 2
	q.offer(func() bool { more--; return more >= 0 }, func(a ask) bool { got = append(got, a.by+a.at); return a.at == "0" })
	q.offer(func() bool { return true }, func(a ask) bool { got = append(got, a.by+a.at+a.until.String()); return false })
	if want := []string{"ann0", "ann1", "ann20s", "bob02ns", "ann10s"}; !slices.Equal(got, want) {
		t.Errorf("offered %v, want %v", got, want)
	}
	if !q.add(ask{by: "ann", at: "4"}, 3) || q.add(ask{by: "ann", at: "5"}, 3) || len(q.list) != 4 {
		t.Errorf("after one of three has left, one may come: %d wait", len(q.list))
	}
}
