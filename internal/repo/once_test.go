// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

// once lists steps that only one package takes, because two that took them would come to differ.
var once = map[string]string{
	"ParseFormat(":  "mines/notation", // a position is read by a notation.Reader
	".TrustFlags()": "mines/notation",
}

// TestOnce: what is to be done in one place is done nowhere else.
func TestOnce(t *testing.T) {
	seen := map[string]bool{}
	tree := os.DirFS(root)
	err := fs.WalkDir(tree, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		for step, owner := range once {
			if strings.Contains(string(text), step) && path.Dir(name) != owner {
				t.Errorf("%s: %s belongs to %s", name, step, owner)
			}
			seen[step] = seen[step] || strings.Contains(string(text), step)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for step := range once {
		if !seen[step] {
			t.Errorf("nobody takes the step %s", step)
		}
	}
}
