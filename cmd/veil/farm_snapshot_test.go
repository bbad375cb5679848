// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// TestFarmSnapshot: a snapshot shows who agreed to be named and nobody else, and nothing about this
// machine.
func TestFarmSnapshot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	spec := "{name: shown, domain: mines, board: 9x9/10, first: zero, policies: [{id: safest}, {id: random}], episodes: 20, seed: 3}"
	if err := os.WriteFile(filepath.Join(dir, "shown.yaml"), []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) {
		c := spawn(t, dir, args...)
		if testsize.Receive(t, strings.Join(args, " "), c.over); c.err != nil {
			t.Fatalf("%v: %v\n%s", args, c.err, c.said.String())
		}
	}
	do("exp", "run", "shown.yaml", "--runs", filepath.Join(dir, "runs"))
	face := `{"schema":"farm.face/1","at":"2026-11-18T12:00:00Z","ended":true,"workers":[],"public":{"ann":"Ann B."},"waiting":0,"rate":0,
		"events":[{"at":"2026-11-18T12:00:00Z","kind":"joined","worker":"ann"},{"at":"2026-11-18T12:00:01Z","kind":"joined","worker":"volunteer-17"}]}`
	if err := os.WriteFile(filepath.Join(dir, "runs", "shown", "farm.face.json"), []byte(face), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second replaces the first
		do("farm", "snapshot", "--runs", filepath.Join(dir, "runs"), "--out", "public")
	}
	all := ""
	err := fs.WalkDir(os.DirFS(filepath.Join(dir, "public")), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, "public", name))
		all += name + "\n" + string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"v1/farm.json", "Ann B.", "v1/experiments/shown.json", "veil exp run manifest.yaml"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not in the snapshot", want)
		}
	}
	for _, private := range []string{"volunteer-17", dir} {
		if strings.Contains(all, private) {
			t.Errorf("%s is in the snapshot", private)
		}
	}
}
