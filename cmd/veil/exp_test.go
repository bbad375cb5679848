// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/veilplan/veil/cli/frame"
)

// TestInterruptedExperiment presses Ctrl-C during a run that would take hours.
func TestInterruptedExperiment(t *testing.T) {
	dir := t.TempDir()
	spec := "{name: long, domain: tiger, policies: [{id: random}], episodes: 1000000000, seed: 1}"
	if err := os.WriteFile(filepath.Join(dir, "long.yaml"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // as soon as something is stored
		for stored := int64(0); stored == 0 && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
			names, _ := filepath.Glob(filepath.Join(dir, "runs", "*", "episodes", "*.jsonl"))
			for _, name := range names {
				stored += size(name)
			}
		}
		cancel()
	}()
	e := testEnv(dir, "exp", "run", "long.yaml")
	var out, errs bytes.Buffer
	e.Stdout, e.Stderr = &out, &errs
	if code := run(ctx, e); code != int(frame.ExitInterrupted) || out.Len() > 0 {
		t.Errorf("exit %d, stdout %q", code, out.String())
	}
	if !strings.Contains(errs.String(), "episodes are stored; run the same command to continue") {
		t.Errorf("stderr %q", errs.String())
	}
	got := try(testEnv(dir, "exp", "report", "long"))
	if got.code != 0 || !strings.Contains(got.out, "long is not complete: ") || strings.Contains(got.out, "long is not complete: 0 of") {
		t.Errorf("exit %d\n%s%s", got.code, got.out, got.errors)
	}
}
