// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package experiment_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/durable"
)

// huge is the size of a file that takes no room on the disk.
const huge = 20 << 30

// grown is a run of which a file was made huge, after a change of the others.
func grown(t *testing.T, file string, change func(dir string) error) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "coins")
	run(t, dir, plan(t, toySpec, toys{}), experiment.Options{Clock: func() time.Duration { return 0 }})
	if err := errors.Join(change(dir), os.Truncate(filepath.Join(dir, file), huge)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHugeFiles: of a file that is larger than the seal says, or than a crash can leave it, no more
// is read than shows that.
func TestHugeFiles(t *testing.T) {
	nothing := func(string) error { return nil }
	unsealed := func(dir string) error { return os.Remove(filepath.Join(dir, "seal.json")) }
	forged := func(dir string) error { return reseal(dir, experiment.ForgedSeal) }
	reopened := func(dir string) error { return reopen(dir) }
	const most = 3 << 28 // of 20 GB
	for name, c := range map[string]struct {
		file   string
		change func(string) error
		most   int64
	}{
		"a sealed segment":   {"episodes/000001.jsonl", nothing, 1 << 26},
		"sealed as huge":     {"episodes/000001.jsonl", forged, 1 << 26},
		"the sealed times":   {"times.jsonl", nothing, 1 << 20},
		"the summary":        {"summary.json", nothing, most},
		"the manifest":       {"manifest.yaml", nothing, 1 << 20},
		"the seal":           {"seal.json", nothing, 1 << 28},
		"no seal, a segment": {"episodes/000001.jsonl", unsealed, most},
		"a loose segment":    {"episodes/000002.jsonl", reopened, most},
		"the loose times":    {"times.jsonl", reopened, 1 << 27},
	} {
		t.Run(name, func(t *testing.T) {
			dir := grown(t, c.file, c.change)
			var read int64
			d, err := experiment.OpenOn(durable.Counting(durable.Inside(dir), func(n int) { read += int64(n) }), dir)
			if err == nil && c.file != "times.jsonl" && name != "no seal, a segment" {
				t.Errorf("it was opened: %v", d.Notes())
			}
			if read > c.most {
				t.Errorf("%d bytes were read, want at most %d", read, c.most)
			}
		})
	}
}

// reopen makes a sealed run one whose session has not ended, with another segment.
func reopen(dir string) error {
	return errors.Join(reseal(dir, experiment.OpenedSeal), os.WriteFile(filepath.Join(dir, "episodes", "000002.jsonl"), bytes.Repeat([]byte{0}, 10), 0o600))
}

// reseal changes the seal of a run.
func reseal(dir string, change func([]byte) ([]byte, error)) error {
	name := filepath.Join(dir, "seal.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if text, err = change(text); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o600)
}

// TestReadingEnds: a run is read only as long as somebody waits for it.
func TestReadingEnds(t *testing.T) {
	dir := grown(t, "episodes/000002.jsonl", reopen)
	ctx, cancel := context.WithCancel(t.Context())
	read := 0
	fsys := durable.Counting(durable.Inside(dir), func(n int) {
		if read += n; read > 1<<20 { // only the huge one is so large
			cancel()
		}
	})
	if _, err := experiment.OpenOn(durable.WithContext(ctx, fsys), dir); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if read > 1<<22 {
		t.Errorf("%d bytes were read", read)
	}
}
