// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/krieg/composed"
)

// TestPuzzlesOfThePage: the page poses what the command does, each problem once, in a file
// that is small enough to be loaded.
func TestPuzzlesOfThePage(t *testing.T) {
	list, err := composed.Puzzles()
	if err != nil {
		t.Fatal(err)
	}
	want := api.Encode(api.KriegPuzzles{Schema: "krieg.puzzles/1", Total: len(list), Puzzles: list})
	got, err := os.ReadFile(filepath.Join(rootDir, "web", "static", "problems.json"))
	if err != nil || !bytes.Equal(bytes.TrimSpace(got), want) {
		t.Errorf("web/static/problems.json is not what the command prints (make page): %v", err)
	}
	if len(got) > 100_000 || len(list) < 100 {
		t.Errorf("%d problems in %d bytes", len(list), len(got))
	}
	seen := map[string]bool{}
	for _, p := range list {
		if seen[p.ID] {
			t.Errorf("%s is posed twice", p.ID)
		}
		seen[p.ID] = true
	}
}
