// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package experiment_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/rusage"
)

// TestScale runs many trivial episodes: a million, or ten with VEIL_FULL=1. Memory must
// not grow with their number, and a report must not take long.
func TestScale(t *testing.T) {
	episodes := 1_000_000
	switch {
	case os.Getenv("VEIL_FULL") != "":
		episodes = 10_000_000
	case testing.Short():
		episodes = 20_000
	}
	p := plan(t, fmt.Sprintf("{name: scale, domain: tiger, policies: [{id: random}], episodes: %d, seed: 1}", episodes), catalog.All())
	dir := t.TempDir()
	start := time.Now()
	var peak uint64
	s := run(t, dir, p, experiment.Options{
		Workers: 2, Clock: func() time.Duration { return time.Since(start) },
		Progress: func(experiment.Progress) { peak = max(peak, heap()) },
	})
	played := time.Since(start)
	busy := rusage.CPU()
	d, err := experiment.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := experiment.Summarize(d)
	if err != nil {
		t.Fatal(err)
	}
	var report strings.Builder
	if err := experiment.Report(&report, d, again); err != nil {
		t.Fatal(err)
	}
	reported := rusage.CPU() - busy
	t.Logf("%d episodes in %v, heap at most %d MB; report in %v of processor time", episodes, played, peak>>20, reported)
	if int(s.Episodes) != episodes || again.Policies[0].Score != s.Policies[0].Score {
		t.Errorf("%d episodes, score %v, then %v", s.Episodes, s.Policies[0].Score, again.Policies[0].Score)
	}
	if peak > 100<<20 {
		t.Errorf("heap %d MB", peak>>20)
	}
	if reported > 10*time.Second {
		t.Errorf("the report took %v", reported)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
