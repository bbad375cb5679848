// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package durable_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/veilplan/veil/experiment/durable"
)

// planted is a directory with links to a file beside it, which holds "mine".
func planted(t *testing.T) (dir, victim string) {
	t.Helper()
	top := t.TempDir()
	dir, victim = filepath.Join(top, "run"), filepath.Join(top, "victim")
	err := errors.Join(
		os.WriteFile(victim, []byte("mine"), 0o600), os.Mkdir(dir, 0o700),
		os.Mkdir(filepath.Join(top, "other"), 0o700), os.WriteFile(filepath.Join(top, "other", "file"), []byte("mine"), 0o600),
		os.Symlink(victim, filepath.Join(dir, "link")),
		os.Symlink("file", filepath.Join(dir, "inner")), os.WriteFile(filepath.Join(dir, "file"), []byte("file"), 0o600),
		os.Symlink("../other", filepath.Join(dir, "folder")),
		os.Symlink(filepath.Join(top, "made"), filepath.Join(dir, "dangling")),
		os.Link(victim, filepath.Join(dir, "hard")),
		syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	return dir, victim
}

// TestInsideReads: no link is followed, not even one that leads to a file beside it.
func TestInsideReads(t *testing.T) {
	dir, _ := planted(t)
	fsys := durable.Inside(dir)
	if text, err := durable.ReadText(fsys, filepath.Join(dir, "file"), 10); string(text) != "file" || err != nil {
		t.Errorf("a file: %q %v", text, err)
	}
	for name, want := range map[string]error{
		"link": durable.ErrLink, "inner": durable.ErrLink, "folder/file": durable.ErrLink, "dangling": durable.ErrLink,
		"pipe": durable.ErrNotRegular, ".": durable.ErrNotRegular, "none": os.ErrNotExist,
	} {
		if f, err := fsys.Open(filepath.Join(dir, name)); !errors.Is(err, want) || f != nil {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	for _, name := range []string{filepath.Join(dir, "../victim"), filepath.Join(dir, "../other/file"), "/etc/passwd"} {
		if _, err := fsys.Open(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	if _, err := fsys.ReadDir(filepath.Join(dir, "folder")); !errors.Is(err, durable.ErrLink) {
		t.Errorf("a folder that is a link: %v", err)
	}
	if list, err := fsys.ReadDir(dir); err != nil || len(list) != 7 {
		t.Errorf("%v %v", list, err)
	}
}

// TestInsideWrites: whatever lies in the place of a file that is written, nothing elsewhere changes.
func TestInsideWrites(t *testing.T) {
	for _, name := range []string{"link", "hard", "dangling", "folder/file", "folder/new", "inner"} {
		dir, victim := planted(t)
		fsys := durable.Inside(dir)
		path := filepath.Join(dir, name)
		f, opened := fsys.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
		if opened == nil {
			_, err := f.Write([]byte("written"))
			opened = errors.Join(err, f.Close())
		}
		text := durable.WriteText(fsys, path, []byte("text"))
		if name == "hard" && (text != nil || opened != nil) {
			t.Errorf("%s: %v %v", name, text, opened)
		}
		if lock, err := fsys.Lock(path); err == nil {
			_ = lock.Close() // it may not be one
		}
		_ = fsys.MkdirAll(filepath.Join(path, "below")) // it may fail
		for _, file := range []string{victim, filepath.Join(dir, "../other/file")} {
			if text, err := os.ReadFile(file); string(text) != "mine" || err != nil {
				t.Errorf("%s: %s holds %q, %v", name, file, text, err)
			}
		}
		for _, file := range []string{"../made", "../other/new", "../other/below"} {
			if _, err := os.Lstat(filepath.Join(dir, file)); err == nil {
				t.Errorf("%s: %s was made", name, file)
			}
		}
	}
}

// TestInsideTemp: a link in the place of a file that is not yet in its own place is not followed.
func TestInsideTemp(t *testing.T) {
	dir, victim := planted(t)
	name := filepath.Join(dir, "seal.json")
	if err := os.Symlink(victim, name+durable.TempSuffix); err != nil {
		t.Fatal(err)
	}
	if err := durable.WriteText(durable.Inside(dir), name, []byte("seal")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(victim); string(text) != "mine" || err != nil {
		t.Errorf("the victim holds %q %v", text, err)
	}
	if text, err := os.ReadFile(name); string(text) != "seal" || err != nil {
		t.Errorf("the file holds %q %v", text, err)
	}
}
