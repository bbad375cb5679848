// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

const tuneSpec = `{name: listen, domain: tiger, policies: [{id: listener, params: {sure: 0.8}}], seed: 1,
tune: {parameters: {sure: {from: 0.51, to: 0.99, step: 0.1}}, iterations: 20, pairs: 10, check: 400}}`

// tuned returns what must not depend on how a run was played: its summary and its episodes.
func tuned(t *testing.T, dir, runs string) (summary, episodes []byte) {
	t.Helper()
	path := filepath.Join(dir, runs, "listen")
	summary, err := os.ReadFile(filepath.Join(path, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	got := try(testEnv(dir, "exp", "export", path))
	if got.code != 0 {
		t.Fatal(got.errors)
	}
	return summary, []byte(got.out)
}

// killedAt starts a command and kills it once a run has stored some episodes.
func killedAt(t *testing.T, dir, runs string, episodes uint64, args ...string) {
	t.Helper()
	c := spawn(t, dir, args...)
	have := func() uint64 {
		d, err := experiment.Open(filepath.Join(dir, runs, "listen"))
		if err != nil {
			return 0 // not there yet
		}
		return d.Have()
	}
	testsize.Await(t, "enough is stored", func() bool { return have() >= episodes || over(c) })
	if over(c) {
		t.Fatalf("it has ended: %s", c.said.String())
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-c.over
}

func over(c *command) bool {
	select {
	case <-c.over:
		return true
	default:
		return false
	}
}

// TestTuneKilled kills a tuning run and those who play it, here and on a farm: the same bytes.
func TestTuneKilled(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "listen.yaml"), []byte(tuneSpec), 0o600); err != nil {
		t.Fatal(err)
	}
	must := func(args ...string) string {
		t.Helper()
		got := try(testEnv(dir, args...))
		if got.code != 0 {
			t.Fatalf("%v: exit %d\n%s", args, got.code, got.errors)
		}
		return got.out
	}
	report := must("exp", "tune", "listen.yaml", "--runs", "alone")
	if !strings.Contains(report, "20 of 20 iterations of 8 chains") || !strings.Contains(report, "veil exp tune ") {
		t.Errorf("%s", report)
	}
	summary, episodes := tuned(t, dir, "alone")

	for _, at := range []uint64{100, 700, 1400} {
		killedAt(t, dir, "killed", at, "exp", "tune", "listen.yaml", "--runs", "killed", "--chunk", "1", "--threads", "2")
	}
	must("exp", "tune", "listen.yaml", "--runs", "killed")

	url := startFarm(t, dir, "--dir", "farm")
	work := func(name string) *command {
		return spawn(t, dir, "farm", "work", "--servers", url, "--name", name, "-q")
	}
	first := work("ann")
	work("bob")
	onFarm := []string{"exp", "tune", "listen.yaml", "--runs", "farmed", "--farm", url}
	killedAt(t, dir, "farmed", 300, onFarm...)
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killedAt(t, dir, "farmed", 900, onFarm...)
	must(onFarm...)

	for _, runs := range []string{"killed", "farmed"} {
		s, e := tuned(t, dir, runs)
		if !bytes.Equal(s, summary) {
			t.Errorf("%s: the summary differs", runs)
		}
		if !bytes.Equal(e, episodes) {
			t.Errorf("%s: the episodes differ", runs)
		}
		verified := must("exp", "verify", filepath.Join(runs, "listen"), "--replay", "20%")
		if !strings.Contains(verified, "400 of them were replayed with the same result") {
			t.Errorf("%s: %s", runs, verified)
		}
	}
	if got := try(testEnv(dir, "exp", "run", "listen.yaml")); got.code == 0 || !strings.Contains(got.errors, "veil exp tune") {
		t.Errorf("exp run: %s", got.errors)
	}
}
