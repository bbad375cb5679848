// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNightly: docs/nightly.md lists targets that the Makefile has, and marks those that the
// nightly workflow runs.
func TestNightly(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	matrix := regexp.MustCompile(`target: \[([^]]*)\]`).FindStringSubmatch(read(".github/workflows/nightly.yml"))
	if matrix == nil {
		t.Fatal("the workflow has no list of targets")
	}
	run := strings.Split(matrix[1], ", ")
	makefile, listed := read("Makefile"), []string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (yes)? ?\\|").FindAllStringSubmatch(read("docs/nightly.md"), -1) {
		target, nightly := row[1], row[2] == "yes"
		listed = append(listed, target)
		if !strings.Contains(makefile, "\n"+target+": ") {
			t.Errorf("the Makefile has no target %s", target)
		}
		if nightly != slices.Contains(run, target) {
			t.Errorf("%s: the page says nightly %v, the workflow %v", target, nightly, !nightly)
		}
	}
	for _, target := range run {
		if !slices.Contains(listed, target) {
			t.Errorf("docs/nightly.md does not list %s", target)
		}
	}
}

// TestFailuresFail: the Makefile filters the output of tests through pipes, so its shell must
// not take the status of the filter for that of the tests.
func TestFailuresFail(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^\.SHELLFLAGS *:= -o pipefail -c$`).Match(text) {
		t.Error("the Makefile does not set pipefail")
	}
}
