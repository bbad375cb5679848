// SPDX-License-Identifier: BSD-3-Clause

package durable

// Counting returns a file system that calls read with the number of bytes of each read.
func Counting(fsys FS, read func(bytes int)) FS { return counting{fsys, read} }

type counting struct {
	FS

	read func(int)
}

// Open opens a regular file to read it.
func (c counting) Open(name string) (ReadFile, error) {
	f, err := c.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return countedFile{f, c.read}, nil
}

type countedFile struct {
	ReadFile

	read func(int)
}

// Read reads the next bytes.
func (f countedFile) Read(p []byte) (int, error) {
	n, err := f.ReadFile.Read(p)
	f.read(n)
	return n, err
}

// ReadAt reads bytes at an offset.
func (f countedFile) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.ReadFile.ReadAt(p, at)
	f.read(n)
	return n, err
}
