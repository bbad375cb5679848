// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package farm

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/veilplan/veil/experiment/durable"
)

// TestOwnFiles: what a farm keeps beside a run is not read or written through a link, and is private.
func TestOwnFiles(t *testing.T) {
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(elsewhere, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(dir, "farm.key")); err != nil {
		t.Fatal(err)
	}
	if text, err := readOwn(dir, "farm.key"); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("read %q, %v", text, err)
	}
	if err := writeOwn(dir, "farm.key", []byte("mine")); !errors.Is(err, durable.ErrNotRegular) {
		t.Errorf("written: %v", err)
	}
	if text, err := os.ReadFile(elsewhere); err != nil || string(text) != "precious" {
		t.Errorf("the victim has %q, %v", text, err)
	}
	if err := writeOwn(dir, "farm.checks", []byte("mine")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "farm.checks")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if text, err := readOwn(dir, "farm.checks"); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}
