// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

// longest is how many lines a module of the page may have without a reason: more has more than one concern.
const longest = 300

// longModules returns why some modules have more lines.
func longModules() map[string]string {
	return map[string]string{
		"shared/schemas.ts": "generated from the documents of package api",
		"krieg/labmodel.ts": "the one state of the lab: what is asked, entered and suggested",
	}
}

// TestPageLengths: no module of the page is long without a reason, and no reason is left over.
func TestPageLengths(t *testing.T) {
	root, reasons, seen := os.DirFS("page"), longModules(), 0
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(path.Ext(name), ".ts") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		lines, reason := strings.Count(string(text), "\n"), reasons[name]
		seen++
		delete(reasons, name)
		if lines > longest && reason == "" {
			t.Errorf("web/page/%s has %d lines, want %d at most: split it by concern, or give the reason in longModules", name, lines, longest)
		}
		if lines <= longest && reason != "" {
			t.Errorf("web/page/%s has %d lines: delete its reason from longModules", name, lines)
		}
		return err
	})
	if err != nil || seen < 50 || len(reasons) > 0 {
		t.Errorf("%d modules read, %v; reasons for modules that are not there: %v", seen, err, reasons)
	}
}
