// SPDX-License-Identifier: BSD-3-Clause

package testsize_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// failures records what a test is told, without failing.
type failures struct {
	testing.TB
	said int
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.said++ }

// TestStored: a file that differs is a failure, and UPDATE=1 writes it.
func TestStored(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("UPDATE", "")
	told := &failures{TB: t}
	testsize.Stored(told, name, []byte("old"))
	if told.said != 0 {
		t.Error("the same content differs")
	}
	testsize.Stored(told, name, []byte(strings.Repeat("new", 2000)))
	if told.said != 1 {
		t.Error("other content does not differ")
	}
	t.Setenv("UPDATE", "1")
	testsize.Stored(told, name, []byte("new"))
	if got, err := os.ReadFile(name); err != nil || string(got) != "new" || told.said != 1 {
		t.Errorf("%q, %v", got, err)
	}
}

// TestSection: only what stands between the marks changes.
func TestSection(t *testing.T) {
	page := "a\n<!-- x -->\nold\n<!-- /x -->\nb\n"
	if got := testsize.Section(t, page, "x", "new\n"); got != strings.Replace(page, "old", "new", 1) {
		t.Error(got)
	}
}
