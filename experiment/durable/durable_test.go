// SPDX-License-Identifier: BSD-3-Clause

package durable_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/veilplan/veil/experiment/durable"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"one", "two, longer", ""} {
		if err := durable.WriteText(durable.OS{}, name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, name); got != text {
			t.Errorf("the file has %q, want %q", got, text)
		}
	}
}

// TestFailedReplace: whoever cannot finish leaves the old text.
func TestFailedReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := durable.WriteText(durable.OS{}, name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := durable.Replace(durable.OS{}, name, func(out io.Writer) error {
		_, err := io.WriteString(out, "half of the new")
		return errors.Join(err, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	if got := read(t, name); got != "old" {
		t.Errorf("the file has %q", got)
	}
	if err := durable.WriteText(durable.OS{}, filepath.Join(name, "below"), nil); err == nil {
		t.Error("a file below a file")
	}
}

func TestSyncDir(t *testing.T) {
	if err := durable.SyncDir(t.TempDir()); err != nil {
		t.Error(err)
	}
}

// TestReadText: a file is read whole, or refused if it is too large.
func TestReadText(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := durable.WriteText(durable.OS{}, name, []byte("12345")); err != nil {
		t.Fatal(err)
	}
	if text, err := durable.ReadText(durable.OS{}, name, 5); err != nil || string(text) != "12345" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := durable.ReadText(durable.OS{}, name, 4); err == nil {
		t.Error("a file of five bytes is read where four are allowed")
	}
}
