// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStabilityNamesTests: every surface that docs/reference/stability.md promises to keep has a test,
// and the tests are where the page says.
func TestStabilityNamesTests(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "reference", "stability.md"))
	if err != nil {
		t.Fatal(err)
	}
	surfaces := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.Contains(line, "---") || cells[4] == " test " {
			continue
		}
		surfaces++
		tests := testsIn(cells[4])
		if len(tests) == 0 {
			t.Errorf("no test holds %s", cells[1])
		}
		for _, test := range tests {
			if !declared(t, test.dir, test.name) {
				t.Errorf("there is no %s in %s", test.name, test.dir)
			}
		}
	}
	if surfaces < 9 {
		t.Errorf("only %d surfaces: is the reader of the table broken?", surfaces)
	}
}
