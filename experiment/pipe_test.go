// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package experiment_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/veilplan/veil/experiment"
)

// TestPipes puts a pipe in the place of every file of a run, and beside them: nothing
// waits for somebody to write into it.
func TestPipes(t *testing.T) {
	p, whole := plan(t, strings.Replace(toySpec, "700", "20", 1), toys{}), t.TempDir()
	run(t, whole, p, experiment.Options{})
	for _, sealed := range []bool{true, false} {
		for _, file := range []string{"manifest.yaml", "seal.json", "summary.json", "times.jsonl", "episodes/000001.jsonl", "episodes/000002.jsonl"} {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			if !sealed {
				_, episodes := result(t, whole)
				writeFile(t, filepath.Join(dir, "episodes", "000001.jsonl"), episodes)
				remove(t, filepath.Join(dir, "seal.json"))
			}
			name := filepath.Join(dir, file)
			remove(t, name)
			if err := syscall.Mkfifo(name, 0o600); err != nil {
				t.Fatal(err)
			}
			d, err := experiment.Open(dir)
			if err == nil {
				_, err = d.Times()
			}
			if err == nil {
				_, err = d.ReadSummary()
			}
			if err == nil || !strings.Contains(err.Error(), filepath.Base(file)) {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

func writeFile(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
}
