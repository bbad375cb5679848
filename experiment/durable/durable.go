// SPDX-License-Identifier: BSD-3-Clause

// Package durable writes files that survive a crash, of this program or of the machine.
package durable

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteText replaces a file atomically: after a crash it is either the old or the new one.
func WriteText(fsys WriteFS, name string, text []byte) error {
	return Replace(fsys, name, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
}

// TempSuffix ends the name of a file that has not yet been renamed to its place.
const TempSuffix = ".new"

// Replace is [WriteText] for content that is generated while it is written.
func Replace(fsys WriteFS, name string, write func(io.Writer) error) error {
	temp := name + TempSuffix
	f, err := fsys.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	if err := write(out); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := out.Flush(); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := fsys.Rename(temp, name); err != nil {
		return err
	}
	return fsys.SyncDir(filepath.Dir(name))
}

// ReadText reads a file of at most limit bytes.
func ReadText(fsys ReadFS, name string, limit int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s: more than %d bytes", name, limit)
	}
	return text, errors.Join(err, f.Close())
}
