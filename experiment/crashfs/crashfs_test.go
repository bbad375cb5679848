// SPDX-License-Identifier: BSD-3-Clause

package crashfs_test

import (
	"os"
	"slices"
	"testing"

	"github.com/veilplan/veil/experiment/crashfs"
)

// after collects what may be in a file after a crash.
func after(f *crashfs.FS, name string) (texts []string) {
	for seed := range uint64(200) {
		text, ok := f.Crash(seed).Read(name)
		s := string(text)
		if !ok {
			s = "missing"
		}
		if !slices.Contains(texts, s) {
			texts = append(texts, s)
		}
	}
	slices.Sort(texts)
	return texts
}

// TestCrash follows a file from its creation to the sync of its directory.
func TestCrash(t *testing.T) {
	f := crashfs.New()
	f.Write("d/old", nil)
	w, err := f.OpenFile("d/a", os.O_WRONLY|os.O_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	step := func(what string, err error, want ...string) {
		t.Helper()
		if got := after(f, "d/a"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %q, want %q", what, err, got, want)
		}
	}
	step("created", nil, "", "missing")
	_, err = w.Write([]byte("text"))
	step("written", err, "", "missing", "text")
	step("synced", w.Sync(), "missing", "text")
	step("directory synced", f.SyncDir("d"), "text")
	_, err = w.Write([]byte("+"))
	step("more", err, "text", "text+")
}

// TestFailedSync: a second sync does not help.
func TestFailedSync(t *testing.T) {
	f := crashfs.New()
	f.Write("d/a", nil)
	f = f.Clone(crashfs.Plan{Seed: 3, Fault: crashfs.BadSync, At: 1})
	w, err := f.OpenFile("d/a", os.O_WRONLY|os.O_APPEND)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	if err := w.Sync(); err == nil {
		t.Error("no failure")
	}
	if err := w.Sync(); err != nil {
		t.Error(err)
	}
	if text, _ := f.Read("d/a"); len(text) != 1000 {
		t.Errorf("%d bytes are read", len(text))
	}
	if got := after(f, "d/a"); len(got) != 1 || len(got[0]) == 1000 {
		t.Errorf("%d possible texts", len(got))
	}
}
