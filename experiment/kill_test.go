// SPDX-License-Identifier: BSD-3-Clause

package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/catalog"
	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/testsize"
)

const childVariable = "VEIL_TEST_RUN_DIR"

// tigerSpec is real work by a real player, with every kind of record.
const tigerSpec = `
name: tiger
domain: tiger
horizon: 12
policies: [{id: random}, {id: sure, player: listener}, {id: rash, player: listener, params: {sure: 0.8}}]
episodes: 6000
seed: 7
record: [guesses, work, values, actions, ms_per_move]
thresholds: ["paired(sure, rash).score_diff.ci95.low > 0"]
`

// TestMain lets the test binary be the process that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(dir string) error {
	spec, err := experiment.Parse([]byte(tigerSpec))
	if err != nil {
		return err
	}
	p, err := experiment.Resolve(*spec, catalog.All())
	if err != nil {
		return err
	}
	d, _, err := experiment.Create(dir, p, madeBy())
	if err != nil {
		return err
	}
	start := time.Now()
	_, err = experiment.Run(context.Background(), d, p, experiment.Options{
		Workers: 3, Chunk: 17, Clock: func() time.Duration { return time.Since(start) },
	})
	return errors.Join(err, d.Close())
}

// TestKill kills a run ten times at random moments, without any warning, and demands
// that it ends as the undisturbed one does.
func TestKill(t *testing.T) {
	kills := 10
	if testing.Short() {
		kills = 4
	}
	undisturbed, dir := t.TempDir(), t.TempDir()
	if out, err := childProcess(t, undisturbed).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	summary, episodes := result(t, undisturbed)
	have := killed(t, dir, kills, storedBytes(undisturbed))
	if out, err := childProcess(t, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("episodes after each kill %v", have)
	if len(have) < kills/2 {
		t.Errorf("only %d kills had anything to interrupt", len(have))
	}
	same(t, "killed", dir, summary, episodes)
	if lines := strings.Count(string(episodes), "\n"); lines != 3*6000 {
		t.Errorf("%d lines", lines)
	}
}

// killed starts and kills a run several times, each time a moment after it has stored a random
// part of whole, the bytes that a run stores: so it is interrupted however slow the machine is.
// It returns how many episodes were stored after each kill, and stops when a run ends before its
// kill.
func killed(t *testing.T, dir string, kills int, whole int64) (have []uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(8, 0))
	for range kills {
		cmd := childProcess(t, dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		goal := storedBytes(dir) + r.Int64N(whole/int64(kills+1))
		testsize.Await(t, "enough is stored", func() bool { return storedBytes(dir) >= goal || len(ended) > 0 })
		time.Sleep(time.Duration(r.IntN(5)) * time.Millisecond)
		_ = cmd.Process.Kill() // it may have ended
		if err := <-ended; err == nil {
			return have
		}
		if d, err := experiment.Open(dir); err == nil {
			have = append(have, d.Have())
		}
	}
	return have
}

// storedBytes returns how much a run has stored.
func storedBytes(dir string) (sum int64) {
	names, _ := filepath.Glob(filepath.Join(dir, "episodes", "*.jsonl")) // the pattern is good
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

func childProcess(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childVariable+"="+dir)
	return cmd
}
