// SPDX-License-Identifier: BSD-3-Clause

package durable

import (
	"context"
	"io/fs"
)

// WithContext returns a file system that reads only until a context ends. It replaces the context
// of an earlier call.
func WithContext(ctx context.Context, fsys FS) FS {
	if b, ok := fsys.(bounded); ok {
		fsys = b.FS
	}
	return bounded{fsys, ctx}
}

// bounded is a file system whose reads end with a context.
type bounded struct {
	FS

	ctx context.Context //nolint:containedctx // the reader's
}

// Open opens a regular file to read it.
func (b bounded) Open(name string) (ReadFile, error) {
	if err := b.ctx.Err(); err != nil {
		return nil, err
	}
	f, err := b.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return boundedFile{f, b.ctx}, nil
}

// ReadDir lists a directory.
func (b bounded) ReadDir(path string) ([]fs.DirEntry, error) {
	if err := b.ctx.Err(); err != nil {
		return nil, err
	}
	return b.FS.ReadDir(path)
}

// boundedFile is a file whose reads end with a context.
type boundedFile struct {
	ReadFile

	ctx context.Context //nolint:containedctx // the reader's
}

// Read reads the next bytes.
func (f boundedFile) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	return f.ReadFile.Read(p)
}

// ReadAt reads bytes at an offset.
func (f boundedFile) ReadAt(p []byte, at int64) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	return f.ReadFile.ReadAt(p, at)
}
