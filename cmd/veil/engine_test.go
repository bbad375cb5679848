// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestPythonClient lets a program that knows only the protocols play whole games: two
// engines and a referee, each a process of its own.
func TestPythonClient(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	client := filepath.Join(rootDir, "cmd", "veil", "internal", "protocol", "testdata", "client.py")
	rulesets := [][]string{{"berkeley_any", "2", "1"}, {"wild16", "4", "1"}}
	if testing.Short() {
		rulesets = rulesets[:1]
	}
	for _, args := range rulesets {
		cmd := exec.CommandContext(t.Context(), python, append([]string{client, "veil"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil || !regexp.MustCompile(`^\d+ moves, \d+ tries: (won|draw) .*\n$`).Match(out) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
		t.Logf("%v: %s", args, out)
	}
}
