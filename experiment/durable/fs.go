// SPDX-License-Identifier: BSD-3-Clause

package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// FS is the part of a file system that this package and its users need. [OS] is the real one; tests
// use one that fails and crashes on purpose.
type FS interface {
	ReadFS
	WriteFS
	// Lock takes a lock that is released when the process ends, however it ends.
	Lock(name string) (io.Closer, error)
}

// ReadFS reads files and directories.
type ReadFS interface {
	// Open opens a regular file for reading.
	Open(name string) (ReadFile, error)
	ReadDir(path string) ([]fs.DirEntry, error)
}

// WriteFS writes files and directories.
type WriteFS interface {
	// OpenFile opens a file for writing. The flags are those of os.OpenFile.
	OpenFile(name string, flag int) (WriteFile, error)
	Rename(from, to string) error
	MkdirAll(path string) error
	// SyncDir makes the names in a directory durable.
	SyncDir(path string) error
}

// ReadFile is a file open for reading.
type ReadFile interface {
	io.Reader
	io.ReaderAt
	io.Closer
}

// WriteFile is a file open for writing.
type WriteFile interface {
	io.Writer
	io.Closer
	// Sync makes the written data durable.
	Sync() error
}

// OS is the file system of the operating system.
type OS struct{}

// ErrNotRegular reports a name that is not a regular file: opening a pipe would block forever.
var ErrNotRegular = errors.New("not a regular file")

// Open opens a regular file for reading.
func (OS) Open(name string) (ReadFile, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	return os.Open(name)
}

// OpenFile opens a file for writing.
func (OS) OpenFile(name string, flag int) (WriteFile, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	return os.OpenFile(name, flag, 0o644)
}

// Rename renames a file and replaces an existing one.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// MkdirAll creates a directory and its parents.
func (OS) MkdirAll(path string) error { return os.MkdirAll(path, 0o755) }

// ReadDir lists a directory, sorted by name.
func (OS) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }

// SyncDir makes the names in a directory durable, if the system supports it.
func (OS) SyncDir(path string) error { return SyncDir(path) }

// Lock takes a lock that the system releases when the process ends.
func (OS) Lock(name string) (io.Closer, error) { return Lock(name) }
