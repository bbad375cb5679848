// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// programsPage has clients in several languages.
const programsPage = "docs/guides/programs.md"

// TestClientsOfPage: each client of the page prints the answer that its comment shows, and fails with veil's
// message if the board cannot exist.
func TestClientsOfPage(t *testing.T) {
	page := read(t, rootDir, programsPage)
	dir := t.TempDir()
	if _, _, err := replay(page, dir); err != nil {
		t.Fatal(err)
	}
	url := serve(t).URL
	for _, c := range []struct{ program, file, want string }{
		{"python3", "ask.py", "['r1c3', 'r3c1'] 379 / 660"},
		{"node", "ask.mjs", "[ 'r1c3', 'r3c1' ] 379 / 660"},
	} {
		t.Run(c.program, func(t *testing.T) {
			if out, err := client(t, dir, c.program, c.file, url); err != nil || out != c.want+"\n" || !strings.Contains(page, c.want) {
				t.Errorf("%v: prints %q, want %q, which the page must show", err, out, c.want)
			}
			planted := write(t, c.file, strings.Replace(read(t, dir, c.file), "1...", "9...", 1))
			if out, err := client(t, planted, c.program, c.file, url); err == nil || !strings.Contains(out, "'9' is not a cell") {
				t.Errorf("an impossible board: %v, %s", err, out)
			}
		})
	}
}

func read(t *testing.T, dir, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// client runs a client of a server, and returns all that it prints.
func client(t *testing.T, dir, program, file, url string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("no " + program + " here")
	}
	cmd := exec.CommandContext(t.Context(), program, file)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "VEIL="+url)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
