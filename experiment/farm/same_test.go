// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
)

// TestNothingChangesTheResult: not the number of workers, processors, nor the size of
// chunks. VEIL_FULL=1 tries all of them together.
func TestNothingChangesTheResult(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	type setting struct{ workers, procs, chunk int }
	settings := []setting{{1, 2, 1000}, {2, 1, 100}, {4, 2, 7}, {8, 1, 0}}
	if os.Getenv("VEIL_FULL") != "" {
		settings = nil
		for _, workers := range []int{1, 2, 4, 8} {
			for _, procs := range []int{1, 2} {
				for _, chunk := range []int{0, 1, 10, 1000} {
					settings = append(settings, setting{workers, procs, chunk})
				}
			}
		}
	}
	for _, test := range []string{"", "sprt: {first: sure, second: random, by_score: true, h0: 0, h1: 0.2, alpha: 0.05, beta: 0.05}\n"} {
		p := planOf(t, fmt.Sprintf(tigerSpec, sized(300))+test)
		want := t.TempDir()
		alone(t, want, p)
		for _, c := range settings {
			runtime.GOMAXPROCS(c.procs)
			s := startServer(t, ServerConfig{})
			for i := range c.workers {
				startWorker(t, s.URL(), &Worker{Name: fmt.Sprint("w", i)})
			}
			got := t.TempDir()
			_, err := runner(t, s.URL()).Run(t.Context(), create(t, got, p), p, experiment.Options{Chunk: c.chunk, Clock: clock()})
			if err != nil {
				t.Fatal(err)
			}
			sameOutcome(t, fmt.Sprintf("%+v", c), want, got)
		}
	}
}

// TestLimit returns chunks in pieces, because they take too long.
func TestLimit(t *testing.T) {
	t.Parallel()
	p := planOf(t, fmt.Sprintf(tigerSpec, 2000))
	want, got := t.TempDir(), t.TempDir()
	alone(t, want, p)
	s := startServer(t, ServerConfig{})
	startWorker(t, s.URL(), &Worker{Name: "w", Threads: 2})
	r := runner(t, s.URL())
	r.Limit = time.Millisecond
	if _, err := r.Run(t.Context(), create(t, got, p), p, experiment.Options{Chunk: 1000, Clock: clock()}); err != nil {
		t.Fatal(err)
	}
	sameOutcome(t, "in pieces", want, got)
}
