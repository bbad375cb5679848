// SPDX-License-Identifier: BSD-3-Clause

//go:build tools

package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// entry is a file of an archive.
type entry struct {
	from, name string
	mode       fs.FileMode
}

// files returns the files of an archive: the program and its companions.
func (b build) files() []entry {
	list := []entry{{b.program(), b.name + b.exe(), 0o755}}
	for _, e := range b.extras {
		foreign := strings.HasPrefix(e.name, "systemd/") && b.system != "linux"
		if !foreign && (b.manuals || !strings.Contains(e.name, "/")) {
			list = append(list, e)
		}
	}
	return list
}

// archive returns the name of the archive.
func (b build) archive() string {
	suffix := ".tar.gz"
	if b.system == "windows" {
		suffix = ".zip"
	}
	return filepath.Join(b.out, b.base()+suffix)
}

func (b build) base() string { return b.name + "_" + b.version + "_" + b.system + "_" + b.arch }

// pack writes the archive, and for Linux the packages.
func (b build) pack() error {
	if b.system == "windows" {
		return b.create(b.archive(), b.zip)
	}
	if err := b.create(b.archive(), b.tar); err != nil || b.system != "linux" {
		return err
	}
	for _, format := range []string{"deb", "rpm"} {
		if err := b.create(filepath.Join(b.out, b.base()+"."+format), func(w io.Writer) error { return b.distribute(format, w) }); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file.
func (b build) create(name string, write func(io.Writer) error) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(out), out.Close())
}

func (b build) tar(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, e := range b.files() {
		text, err := os.ReadFile(e.from)
		if err != nil {
			return err
		}
		header := tar.Header{Name: path.Join(b.base(), e.name), Size: int64(len(text)), Mode: int64(e.mode), ModTime: b.when, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := t.Write(text); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

func (b build) zip(w io.Writer) error {
	z := zip.NewWriter(w)
	for _, e := range b.files() {
		text, err := os.ReadFile(e.from)
		if err != nil {
			return err
		}
		header := zip.FileHeader{Name: path.Join(b.base(), e.name), Method: zip.Deflate, Modified: b.when}
		header.SetMode(e.mode)
		file, err := z.CreateHeader(&header)
		if err != nil {
			return err
		}
		if _, err := file.Write(text); err != nil {
			return err
		}
	}
	return z.Close()
}
