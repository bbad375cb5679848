// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm/internal/audit"
	"github.com/veilplan/veil/internal/rusage"
)

// forge changes the episodes that a function picks, by one digit each. All who pick the
// same forge the same, so that they confirm each other.
func forge(r *result, pick func(episode uint64) bool) {
	number := regexp.MustCompile(`"episode":(\d+)`)
	var out []byte
	for line := range bytes.Lines(r.lines) {
		e, err := strconv.ParseUint(string(number.FindSubmatch(line)[1]), 10, 64)
		if i := bytes.Index(line, []byte(`"score":`)) + len(`"score":`); err == nil && pick(e) {
			line = append(append(bytes.Clone(line[:i]), '9'), bytes.TrimPrefix(line[i:], []byte("-"))...)
		}
		out = append(out, line...)
	}
	r.lines = out
	r.digest()
}

// TestForgers: whoever starts honestly, forges few episodes, or has friends who confirm
// what it forges, is found out, and all that it has played is replaced.
func TestForgers(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 1200))
	want := t.TempDir()
	alone(t, want, p)
	seventh := func(e uint64) bool { return e%7 == 3 }
	for _, c := range []struct {
		name    string
		forgers int
		spoil   func(already int) func(uint64) bool
	}{
		{"here and there", 1, func(int) func(uint64) bool { return seventh }},
		{"after an honest start", 1, func(already int) func(uint64) bool {
			return func(uint64) bool { return already > 8 }
		}},
		{"a conspiracy of half the workers", 2, func(int) func(uint64) bool { return seventh }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, ServerConfig{})
			for i := range 2 {
				startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("good", i)})
			}
			var stops []func() error
			for i := range c.forgers {
				already := 0
				stops = append(stops, startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("bad", i), spoil: func(r *result) {
					forge(r, c.spoil(already))
					already++
				}}))
			}
			r := runner(t, s.URL())
			r.Check = 0.15
			got := t.TempDir()
			d := create(t, got, p)
			if _, err := r.Run(t.Context(), d, p, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
				t.Fatal(err)
			}
			sameOutcome(t, c.name, want, got)
			caught := 0
			for i, stop := range stops {
				if n, err := d.PlayedBy(fmt.Sprint("bad", i)); n != 0 || err != nil {
					t.Errorf("%d episodes of a forger are left (%v)", n, err)
				}
				if caughtBy(t, d, fmt.Sprint("bad", i)) {
					caught++
				}
				if err := stop(); err != nil && !errors.Is(err, ErrQuarantined) { // it may have no time to ask why
					t.Error(err)
				}
			}
			if caught == 0 {
				t.Error("nobody is in quarantine")
			}
		})
	}
}

// TestLateResultsAreCheap: what comes too late is compared in a time that grows with its
// size, and not with the square of it, so that nobody can stop a run with large results.
func TestLateResultsAreCheap(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(randomSpec, 1))
	c := &experiment.Chunk{By: "late", End: 300_000}
	for e := range c.End {
		c.Lines = append(strconv.AppendUint(c.Lines, e, 10), '\n')
	}
	s := &session{plan: p, ledger: audit.New(audit.Policy{Share: 1, Own: 1e-9}, nil), evidence: map[claimant]Signed{}}
	said := s.digests(c)
	s.ledger.Played("author", 0, c.End, said)
	runtime.LockOSThread() // other tests run beside this one
	defer runtime.UnlockOSThread()
	started := rusage.Thread()
	s.compare(&answer{result: &result{Spans: spans{{0, c.End}}, Played: c.End, lines: c.Lines}, by: c.By}, c)
	if took := rusage.Thread() - started; took > 10*time.Second {
		t.Errorf("it took %v of CPU", took)
	}
	if e := uint64(299_999); said(e) != digest([]byte("299999\n")) || said(0) != digest([]byte("0\n")) {
		t.Errorf("episode %d is found elsewhere", e)
	}
}

// TestSettle: a run is not summarised before its checks are done, also if nothing else is
// left to do: here the last chunk is forged, and the run takes long to play it again.
func TestSettle(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(randomSpec, 60))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	s := startServer(t, ServerConfig{})
	startWorker(t, s.URL(), &Worker{Name: "bad", spoil: func(r *result) { forge(r, func(e uint64) bool { return e >= 40 }) }})
	time.AfterFunc(time.Second, func() { startWorker(t, s.URL(), &Worker{Name: "good"}) })
	r := runner(t, s.URL())
	r.Check = 0.2
	slow, err := slowly(100 * time.Millisecond)(p.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Run(t.Context(), create(t, got, p), slow, experiment.Options{Chunk: 20, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "the last chunk forged", want, got)
}

// TestChecksLookLikeChunks: a worker is given episodes one by one beside its chunk. Some
// were played before and some were not, and nothing says which.
func TestChecksLookLikeChunks(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 6000))
	s := startServer(t, ServerConfig{})
	var mu sync.Mutex
	given := map[uint64][]string{}
	first, again := 0, 0
	for i := range 3 {
		name := fmt.Sprint("w", i)
		startWorker(t, s.URL(), &Worker{Name: name, spoil: func(r *result) {
			mu.Lock()
			defer mu.Unlock()
			for _, span := range r.Spans {
				for e := span[0]; e < span[1]; e++ {
					if span[1] == span[0]+1 && r.Spans.episodes() > 40 {
						if len(given[e]) == 0 {
							first++
						} else {
							again++
						}
					}
					given[e] = append(given[e], name)
				}
			}
		}})
	}
	r := runner(t, s.URL())
	r.Settings.Lease = 20 * time.Second
	r.Check = 0.08
	if _, err := r.Run(t.Context(), create(t, t.TempDir(), p), p, experiment.Options{Chunk: 60, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	t.Logf("of the single episodes beside chunks, %d were played for the first time and %d again", first, again)
	if n := first + again; n < 100 || first < n/4 || again < n/4 {
		t.Error("a worker can guess which episodes are checks")
	}
	twice := 0
	for _, names := range given {
		twice += len(names) - 1
	}
	if share := float64(twice) / 6000; share < 0.05 || share > 0.2 {
		t.Errorf("%.3f of the episodes were played again", share)
	}
	text, err := (&work{Spans: spans{{1, 2}}}).encode(somebody(t, openRunner))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, k := range regexp.MustCompile(`"(\w+)":`).FindAllSubmatch(text, -1) {
		keys[string(k[1])] = true
	}
	if got := slices.Sorted(maps.Keys(keys)); !slices.Equal(got, []string{"build", "for", "hash", "key", "limit", "run", "runner", "spans", "spec", "token", "wait"}) {
		t.Errorf("a chunk says %v", got)
	}
}
