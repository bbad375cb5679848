// SPDX-License-Identifier: BSD-3-Clause

package repo_test

import (
	"io/fs"
	"strings"
	"testing"
)

// fault is a rule of the documentation that is broken: by which page or phrase, what to mend, and by
// how much, such as the words over a budget.
type fault struct {
	key, what string
	amount    int
}

// hold fails for each fault.
func hold(t *testing.T, faults []fault) {
	t.Helper()
	for _, f := range faults {
		t.Error(f.what)
	}
}

// documents reads the pages of a tree under docs, by their paths.
func documents(t *testing.T, tree fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(tree, "docs", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
