// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEscapesAreShown: what somebody else has written into a spec or a run does not steer the
// terminal of whoever reads about it.
func TestEscapesAreShown(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"bad.yaml": "name: a\ndomain: [\x1b]0;owned\x07\x1b[2J\n",
		"run/manifest.yaml": `{"name": "run", "domain": "tiger", "policies": [{"id": "p", "player": "exec", "params": {"command": ["\u001b[2J"]}}], "episodes": 1, "seed": 1,
 "made_by": {"veil": "\u001b[31mveil", "go": "\u009b1m", "arch": "\u202ex"}}`,
		"run/episodes/000001.jsonl":      `{"episode":0,"policy":"p","result":"done","score":1,"moves":1}` + "\n",
		"odd/manifest.yaml":              `{"name": "odd", "domain": "tiger", "policies": [{"id": "p"}], "episodes": 1, "seed": 1}`,
		"odd/episodes/\x1b[2Jowned":      "",
		"odd/episodes/000001.jsonl":      "",
		"odd/episodes/\u202etxt.evil.sh": "",
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"exp", "run", "bad.yaml"}, {"exp", "report", "run"}, {"exp", "verify", "run", "--replay", "100%"}, {"exp", "verify", "run", "--replay", "100%", "--allow-exec"}, {"exp", "report", "odd"}, {"exp", "verify", "odd"},
	} {
		c := spawn(t, dir, args...)
		<-c.over
		if said := c.said.String(); strings.ContainsAny(said, "\x1b\x07\u009b\u202e") || !strings.Contains(said, `\u`) && !strings.Contains(said, `\x1b`) {
			t.Errorf("%v: %q", args, said)
		}
	}
}
