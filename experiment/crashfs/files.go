// SPDX-License-Identifier: BSD-3-Clause

package crashfs

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/veilplan/veil/experiment/durable"
)

func sortedNames(names map[string]*node) []string { return slices.Sorted(maps.Keys(names)) }

// reader is a file open for reading.
type reader struct {
	fsys *FS
	node *node
	next int64
}

// Open opens a file to read it.
func (f *FS) Open(name string) (durable.ReadFile, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.find(name)
	switch {
	case f.down:
		return nil, ErrCrash
	case n == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case n.names != nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: durable.ErrNotRegular}
	}
	return &reader{fsys: f, node: n}, nil
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.ReadAt(p, r.next)
	r.next += int64(n)
	if n > 0 && errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

func (r *reader) ReadAt(p []byte, offset int64) (int, error) {
	r.fsys.mu.Lock()
	defer r.fsys.mu.Unlock()
	switch {
	case r.fsys.down:
		return 0, ErrCrash
	case r.fsys.fails(BadRead):
		return 0, syscall.EIO
	}
	return bytes.NewReader(r.node.text).ReadAt(p, offset)
}

func (r *reader) Close() error { return nil }

// writer is a file open for writing.
type writer struct {
	fsys *FS
	node *node
	name string
}

// OpenFile opens a file for appending, or truncates it.
func (f *FS) OpenFile(name string, flag int) (durable.WriteFile, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir, base, err := f.parent(name)
	if err != nil {
		return nil, err
	}
	if err := f.change(true); err != nil {
		return nil, err
	}
	n := dir.names[base]
	switch {
	case n == nil && flag&os.O_CREATE == 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case n == nil:
		n = &node{}
		dir.set(change{base: n})
	case flag&os.O_EXCL != 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrExist}
	case flag&os.O_TRUNC != 0:
		n.text = nil
		n.dirty = append(n.dirty, write{truncate: true})
	}
	return &writer{f, n, name}, nil
}

func (w *writer) Write(p []byte) (int, error) {
	w.fsys.mu.Lock()
	defer w.fsys.mu.Unlock()
	wasDown := w.fsys.down
	err := w.fsys.change(true)
	switch {
	case errors.Is(err, ErrCrash) && !wasDown: // during this write
		w.put(p)
		return 0, err
	case err != nil:
		return 0, err
	case w.fsys.fails(ShortWrite):
		n := w.fsys.random.IntN(len(p) + 1)
		w.put(p[:n])
		return n, io.ErrShortWrite
	}
	w.put(p)
	return len(p), nil
}

func (w *writer) put(p []byte) {
	w.node.dirty = append(w.node.dirty, write{offset: len(w.node.text), text: slices.Clone(p)})
	w.node.text = append(w.node.text, p...)
}

// Sync makes the file durable. If it fails, the system considers the file clean: data that did not
// reach the disk is never written again.
func (w *writer) Sync() error {
	w.fsys.mu.Lock()
	defer w.fsys.mu.Unlock()
	if err := w.fsys.change(false); err != nil {
		return err
	}
	if w.fsys.fails(BadSync) {
		w.node.disk, w.node.dirty = newSurvivor(w.fsys.random).file(w.node), nil
		return syscall.EIO
	}
	if !w.fsys.ignored(syncFile, w.name) {
		// Only dirty data: after a failed sync the rest is believed to be on the disk.
		all := survivor{random: w.fsys.random, share: 1}
		w.node.disk, w.node.dirty = all.file(w.node), nil
	}
	return nil
}

func (w *writer) Close() error { return nil }

// Rename renames a file within its directory.
func (f *FS) Rename(from, to string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir, old, err := f.parent(from)
	if err != nil {
		return err
	}
	if err := f.change(true); err != nil {
		return err
	}
	n := dir.names[old]
	if n == nil || path.Dir(from) != path.Dir(to) {
		return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrNotExist}
	}
	if !f.ignored(rename, to) {
		dir.set(change{path.Base(to): n, old: nil})
	}
	return nil
}

// MkdirAll makes a directory and those above it.
func (f *FS) MkdirAll(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.root
	for part := range strings.SplitSeq(strings.Trim(path.Clean(name), "/"), "/") {
		if n.names[part] == nil {
			if err := f.change(true); err != nil {
				return err
			}
			n.set(change{part: newDir()})
		}
		if n = n.names[part]; n.names == nil {
			return &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
		}
	}
	return nil
}

// SyncDir makes the names in a directory durable.
func (f *FS) SyncDir(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.find(name)
	if n == nil || n.names == nil {
		return &fs.PathError{Op: "sync", Path: name, Err: fs.ErrNotExist}
	}
	if err := f.change(false); err != nil {
		return err
	}
	if f.fails(BadSync) {
		return syscall.EIO // the names may still reach the disk later
	}
	if !f.ignored(syncDir, name) {
		for _, c := range n.changes {
			apply(n.diskNames, c)
		}
		n.changes = nil
	}
	return nil
}

// Lock takes a lock that a crash releases.
func (f *FS) Lock(name string) (io.Closer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.down:
		return nil, ErrCrash
	case f.locks[name]:
		return nil, errors.New("another process is writing to this file")
	}
	f.locks[name] = true
	return unlock(func() { f.mu.Lock(); defer f.mu.Unlock(); delete(f.locks, name) }), nil
}

type unlock func()

func (u unlock) Close() error { u(); return nil }

// ReadDir lists a directory.
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.find(name)
	switch {
	case f.down:
		return nil, ErrCrash
	case n == nil || n.names == nil:
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	case f.fails(BadRead):
		return nil, syscall.EIO
	}
	var list []fs.DirEntry
	for _, base := range sortedNames(n.names) {
		list = append(list, entry{base, n.names[base]})
	}
	return list, nil
}

// entry is a name in a directory.
type entry struct {
	name string
	node *node
}

func (e entry) Name() string               { return e.name }
func (e entry) IsDir() bool                { return e.node.names != nil }
func (e entry) Type() fs.FileMode          { return e.Mode().Type() }
func (e entry) Info() (fs.FileInfo, error) { return e, nil }
func (e entry) Size() int64                { return int64(len(e.node.text)) }
func (e entry) ModTime() time.Time         { return time.Time{} }
func (e entry) Sys() any                   { return nil }

func (e entry) Mode() fs.FileMode {
	if e.IsDir() {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
