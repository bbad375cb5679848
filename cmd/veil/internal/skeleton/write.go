// SPDX-License-Identifier: BSD-3-Clause

package skeleton

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// file is a file to be written.
type file struct{ name, text string }

// write writes all files, or none: they are complete in a directory beside them before the first gets its
// name, and a link, unlike a renamed file, never replaces another.
func write(dir string, files []file) error {
	_, before := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return cannot(err)
	}
	if errors.Is(before, fs.ErrNotExist) {
		defer os.Remove(dir) //nolint:errcheck // it fails where files were written
	}
	stage, err := os.MkdirTemp(dir, ".veil-new-*")
	if err != nil {
		return cannot(err)
	}
	defer os.RemoveAll(stage) //nolint:errcheck // a temporary directory
	for _, f := range files {
		if err := writeSynced(filepath.Join(stage, f.name), f.text); err != nil {
			return cannot(err)
		}
	}
	return place(stage, dir, files)
}

// absent reports the files that exist.
func absent(dir string, files []file) error {
	var there []string
	for _, f := range files {
		name := filepath.Join(dir, f.name)
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			there = append(there, name)
		}
	}
	if len(there) > 0 {
		return exists(there...)
	}
	return nil
}

func exists(names ...string) error {
	return failure("choose another name or directory, or remove what is there; nothing was written", "%s: already there", strings.Join(names, ", "))
}

func cannot(err error) error {
	return failure("choose a directory that you can write to with --dir; nothing was written", "%v", err)
}

func writeSynced(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// place links the files to their names. If one of them appeared meanwhile, the others are removed again.
func place(stage, dir string, files []file) error {
	for i, f := range files {
		name := filepath.Join(dir, f.name)
		err := os.Link(filepath.Join(stage, f.name), name)
		if err == nil {
			continue
		}
		for _, done := range files[:i] {
			_ = os.Remove(filepath.Join(dir, done.name)) // what cannot be removed is named by the next attempt
		}
		if errors.Is(err, fs.ErrExist) {
			return exists(name)
		}
		return cannot(err)
	}
	return nil
}
