// SPDX-License-Identifier: BSD-3-Clause

package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Inside returns the files below a directory, by their full names. None of them may be a link, or
// be reached through one: anybody who can write to the directory could point a link anywhere. The
// directory itself may be a link.
func Inside(dir string) FS { return inside{dir} }

type inside struct{ dir string }

// ErrLink reports a link in place of a file or a directory.
var ErrLink = errors.New("a link, which is not followed")

// root opens the directory of i, and returns the name relative to it. It refuses a name outside.
func (i inside) root(name string) (*os.Root, string, error) {
	local, err := filepath.Rel(i.dir, name)
	if err != nil || !filepath.IsLocal(local) {
		return nil, "", fmt.Errorf("%s: not in %s", name, i.dir)
	}
	root, err := os.OpenRoot(i.dir)
	return root, local, err
}

// look returns the file info of a name, and an error if any part of the name is a link.
func look(root *os.Root, name string) (info fs.FileInfo, err error) {
	parts := strings.Split(filepath.Clean(name), string(filepath.Separator))
	for n := range parts {
		part := filepath.Join(parts[:n+1]...)
		if info, err = root.Lstat(part); err != nil {
			return nil, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("%s: %w", filepath.Join(root.Name(), part), ErrLink)
		}
	}
	return info, nil
}

// open opens the file that look examined, and refuses one that has replaced it since.
func open(root *os.Root, name string, flag int) (*os.File, error) {
	info, err := look(root, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", filepath.Join(root.Name(), name), ErrNotRegular)
	}
	f, err := root.OpenFile(name, flag, 0o644)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, errors.Join(fmt.Errorf("%s has changed while it was opened", filepath.Join(root.Name(), name)), err, f.Close())
	}
	return f, nil
}

// Open opens a regular file for reading.
func (i inside) Open(name string) (ReadFile, error) {
	root, local, err := i.root(name)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // what it has opened stays open
	return orNil[ReadFile](open(root, local, os.O_RDONLY|nonblock))
}

// OpenFile opens a file for writing. A file to be truncated is created afresh instead: the existing
// one may have another name elsewhere.
func (i inside) OpenFile(name string, flag int) (WriteFile, error) {
	root, local, err := i.root(name)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // what it has opened stays open
	return orNil[WriteFile](i.write(root, local, flag))
}

func (inside) write(root *os.Root, name string, flag int) (*os.File, error) {
	_, err := look(root, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && flag&os.O_CREATE != 0:
		if parent := filepath.Dir(name); parent != "." {
			if _, err := look(root, parent); err != nil {
				return nil, err
			}
		}
		return root.OpenFile(name, flag|os.O_EXCL, 0o644)
	case err != nil && (!errors.Is(err, ErrLink) || flag&os.O_TRUNC == 0):
		return nil, err
	case flag&os.O_TRUNC != 0:
		if err := root.Remove(name); err != nil {
			return nil, err
		}
		return root.OpenFile(name, flag|os.O_CREATE|os.O_EXCL, 0o644)
	default:
		return open(root, name, flag|nonblock)
	}
}

// orNil converts a file to an interface that is nil on error.
func orNil[F any](f *os.File, err error) (F, error) {
	if err != nil {
		var none F
		return none, err
	}
	return any(f).(F), nil
}

// Rename renames a file and replaces an existing one.
func (i inside) Rename(from, to string) error {
	root, old, err := i.root(from)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing is written to it
	local, err := filepath.Rel(i.dir, to)
	if err != nil {
		return err
	}
	return root.Rename(old, local)
}

// MkdirAll creates a directory and its parents.
func (i inside) MkdirAll(path string) error {
	if err := os.MkdirAll(i.dir, 0o755); err != nil {
		return err
	}
	root, local, err := i.root(path)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing is written to it
	if _, err := look(root, local); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return root.MkdirAll(local, 0o755)
}

// ReadDir lists a directory, sorted by name.
func (i inside) ReadDir(path string) ([]fs.DirEntry, error) {
	root, local, err := i.root(path)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // only read
	if _, err := look(root, local); err != nil {
		return nil, err
	}
	return fs.ReadDir(root.FS(), filepath.ToSlash(local))
}

// SyncDir makes the names in a directory durable, if the system supports it.
func (inside) SyncDir(path string) error { return SyncDir(path) }

// Lock takes a lock that the system releases when the process ends.
func (i inside) Lock(name string) (io.Closer, error) {
	root, local, err := i.root(name)
	if err != nil {
		return nil, err
	}
	defer root.Close() //nolint:errcheck // what it has opened stays open
	f, err := i.write(root, local, os.O_RDWR|os.O_CREATE)
	if errors.Is(err, fs.ErrExist) { // another process has just created it
		f, err = open(root, local, os.O_RDWR|nonblock)
	}
	if err != nil {
		return nil, err
	}
	return f, lockFile(f)
}
