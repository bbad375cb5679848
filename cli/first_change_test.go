// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const firstChange = "../docs/tutorials/first-change.md"

// TestFirstChange makes the change that the tutorial describes, without touching a file of the repository: the go
// command is shown its files in place of those that are here.
func TestFirstChange(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the whole program")
	}
	page, err := os.ReadFile(firstChange)
	if err != nil {
		t.Fatal(err)
	}
	o := &outsider{t.TempDir()}
	overlay := o.change(t, filesOf(string(page)))
	for _, args := range [][]string{
		{"test", "-overlay", overlay, "-run", "TestCounter", "-v", "./problems/tiger/tigerplayers"},
		{"build", "-overlay", overlay, "-o", filepath.Join(o.dir, "bin/veil"), "./cmd/veil"},
	} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = ".."
		out, err := cmd.CombinedOutput()
		if err != nil || args[0] == "test" && !strings.Contains(string(out), "--- PASS: TestCounter") {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}
	o.commands(t, firstChange, string(page))
}

// change writes the files of the page and returns an overlay of the repository that has them.
func (o *outsider) change(t *testing.T, files map[string]string) (overlay string) {
	t.Helper()
	replace := map[string]string{}
	for name, text := range files {
		here, err := filepath.Abs(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(text, "-") {
			text = patched(t, here, text)
		}
		o.write(t, name, text)
		if strings.HasSuffix(name, ".go") {
			replace[here] = filepath.Join(o.dir, name)
		}
	}
	if len(replace) != 3 {
		t.Fatalf("the page has %d files of Go, want a player, its test and the list", len(replace))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	o.write(t, "overlay.json", string(text))
	return filepath.Join(o.dir, "overlay.json")
}

// patched returns a file with one line of it changed, by a text of the old line after a - and the new one after a +.
func patched(t *testing.T, file, change string) string {
	t.Helper()
	before, after, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(change, "-"), "\n"), "\n+")
	text, err := os.ReadFile(file)
	if err != nil || !ok || strings.Count(string(text), before) != 1 {
		t.Fatalf("%s: %v: the page changes a line that is not there:\n%s", file, err, change)
	}
	return strings.Replace(string(text), before, after, 1)
}
