// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"fmt"
	mrand "math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// crew runs many workers in this process, each with a connection of its own. They play a
// trivial episode per chunk and sleep. In the end it says how long they waited for chunks.
func (r *role) crew(ctx context.Context) error {
	var all sync.WaitGroup
	waits := make([][]time.Duration, r.Crew)
	gate := make(chan struct{}, 20) // so many connect at the same time
	for i := range r.Crew {
		all.Go(func() {
			gate <- struct{}{}
			nc, err := r.connect(ctx, fmt.Sprint(r.Worker, i), nil)
			<-gate
			if err != nil {
				return
			}
			defer nc.Close()
			last := time.Duration(0)
			now := clock()
			w := &Worker{Name: fmt.Sprint(r.Worker, i), Invitation: r.invitation(fmt.Sprint(r.Worker, i)), Build: testBuild, Clock: now, Resolve: resolve, spoil: func(*result) {
				if last > 0 {
					waits[i] = append(waits[i], now()-last)
				}
				time.Sleep(r.Delay/2 + mrand.N(r.Delay)) // not all at the same moment
				last = now()
			}}
			_ = w.Work(ctx, nc)
		})
	}
	all.Wait()
	var flat []time.Duration
	for _, w := range waits {
		flat = append(flat, w...)
	}
	slices.Sort(flat)
	quantile := func(q float64) time.Duration { return flat[min(int(q*float64(len(flat))), len(flat)-1)] }
	if len(flat) == 0 {
		return fmt.Errorf("nobody got anything")
	}
	return json.NewEncoder(os.Stderr).Encode([]time.Duration{quantile(0.5), quantile(0.95), quantile(0.99), quantile(1)})
}

// number reads a number from the environment.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestScale connects thousands of workers that sleep instead of playing to a real server,
// and one to a cluster, and sends chunks through as fast as it goes. Processor time per
// chunk, unlike the clock, does not depend on what else the machine does; from it follows
// how many workers a server can feed.
func TestScale(t *testing.T) {
	t.Parallel()
	full := os.Getenv("VEIL_FULL") != ""
	for _, c := range []struct {
		name            string
		servers         int
		workers, chunks int
	}{
		{"one server", 1, number("VEIL_WORKERS", 5000), number("VEIL_CHUNKS", 1_000_000)},
		{"a cluster of three", 3, number("VEIL_WORKERS", 5000) / 5, number("VEIL_CHUNKS", 1_000_000) / 20},
	} {
		if !full {
			if c.servers == 3 {
				continue
			}
			c.workers, c.chunks = 40, 300
		}
		t.Run(c.name, func(t *testing.T) { scale(t, c.servers, c.workers, c.chunks) })
	}
}

func scale(t *testing.T, servers, workers, chunks int) {
	w := &world{t: t, dir: filepath.Join(memoryDisk(t), "run")}
	w.spec = fmt.Sprintf("{name: scale, domain: tiger, horizon: 1, policies: [{id: random}], episodes: %d, seed: 1}", chunks)
	w.role = role{Spec: w.spec, Chunk: 1, Wait: 30 * time.Second, Check: -1, Delay: 500 * time.Millisecond}
	if servers == 1 {
		w.serve()
	} else {
		w.serveCluster()
	}
	const crews = 2
	for i := range crews {
		r := w.role
		r.Worker, r.URL, r.Crew = fmt.Sprint("c", i, "-"), w.url, workers/crews
		w.workers = append(w.workers, start(t, r))
	}
	w.connected(workers)
	t.Log("all workers are connected")
	idle := liveCPU(t, w.servers)
	begun := time.Now()
	w.start()
	longest := time.Duration(number("VEIL_MINUTES", 30)) * time.Minute
	if !w.run.ended(longest) {
		w.run.kill()
	}
	wall := time.Since(begun)
	busy, memory := liveCPU(t, w.servers), []string{}
	for _, p := range w.servers {
		memory = append(memory, peakMemory(t, p.Process.Pid))
	}
	n := countStored(t, w.dir)
	if w.run.err != nil && n == 0 {
		t.Fatalf("%v\n%s", w.run.err, tail(w.run.said.String()))
	}
	for _, p := range w.workers {
		_ = p.Process.Signal(syscall.SIGTERM)
	}
	for _, p := range w.workers {
		<-p.over
	}
	t.Logf("%d workers connected, %d of %d chunks in %v: %.0f a second", workers, n, chunks, wall.Round(time.Second), float64(n)/wall.Seconds())
	for i := range w.servers {
		each := (busy[i] - idle[i]) / time.Duration(n)
		t.Logf("server %d: %v of a processor per chunk, memory %s: one core feeds %.0f workers at chunks of 30s",
			i+1, each, memory[i], float64(30*time.Second)/float64(each))
	}
	each := w.run.cpu() / time.Duration(n)
	t.Logf("run: %v of a processor per chunk: one core collects from %.0f workers at chunks of 30s", each, float64(30*time.Second)/float64(each))
	for _, p := range w.workers {
		var waits []time.Duration
		if err := json.Unmarshal([]byte(p.said.String()), &waits); err != nil || len(waits) != 4 {
			t.Errorf("%v\n%s", err, tail(p.said.String()))
			continue
		}
		t.Logf("workers: waited for a chunk, return of the last one included: median %v, 95%% %v, 99%% %v, most %v; %v of a processor per chunk",
			waits[0], waits[1], waits[2], waits[3], p.cpu()*crews/time.Duration(n))
	}
	if n < chunks {
		t.Errorf("only %d of %d chunks in %v", n, chunks, longest)
	}
}

// memoryDisk is a directory whose files need not be forced to anything: the disk is
// measured apart.
func memoryDisk(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "veil") //nolint:usetesting // where it is matters
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// connected waits until so many workers answer.
func (w *world) connected(workers int) {
	w.t.Helper()
	nc := connect(w.t, Access{Servers: w.url, Invitation: w.role.invitation("run")})
	seen := 0
	for range 100 {
		crew, err := Ask(w.t.Context(), nc, min(time.Duration(workers)*10*time.Millisecond, 5*time.Second), "")
		if seen = max(seen, len(crew)); err == nil && len(crew) >= workers {
			return
		}
		w.t.Logf("%d of %d workers answer", len(crew), workers)
	}
	w.t.Fatalf("%d of %d workers came", seen, workers)
}

// liveCPU returns the processor time of processes that run.
func liveCPU(t testing.TB, all []*process) (times []time.Duration) {
	t.Helper()
	for _, p := range all {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Process.Pid))
		if err != nil {
			t.Skip("no /proc")
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		times = append(times, time.Duration(user+system)*10*time.Millisecond)
	}
	return times
}

func peakMemory(t testing.TB, pid int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no /proc")
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.TrimSpace(value)
		}
	}
	return "?"
}
