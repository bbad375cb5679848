// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"os"
	"path/filepath"
	"testing"
)

const planted = `{"id":"GO-2026-0001","modified":"2026-02-01T00:00:00Z","affected":[{"package":{"name":"example.com/a"}},{"package":{"name":"example.com/a"}},{"package":{"name":"stdlib"}}]}`

// TestBuild: every module that a report names is in the index once, and the report itself is there.
func TestBuild(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	put(t, filepath.Join(from, "GO-2026-0001.json"), planted)
	if err := build(from, to); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"ID/GO-2026-0001.json": planted,
		"index/modules.json":   `[{"path":"example.com/a","vulns":[{"id":"GO-2026-0001","modified":"2026-02-01T00:00:00Z"}]},{"path":"stdlib","vulns":[{"id":"GO-2026-0001","modified":"2026-02-01T00:00:00Z"}]}]`,
		"index/db.json":        `{"modified":"2026-02-01T00:00:00Z"}`,
	} {
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
}

// TestBuildRefuses: a database without reports would find nothing, and say that all is well.
func TestBuildRefuses(t *testing.T) {
	from := t.TempDir()
	if err := build(from, t.TempDir()); err == nil {
		t.Error("a folder without reports is a database")
	}
	put(t, filepath.Join(from, "GO-2026-0002.json"), planted)
	if err := build(from, t.TempDir()); err == nil {
		t.Error("a report under the name of another is taken")
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
