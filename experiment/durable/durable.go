// SPDX-License-Identifier: BSD-3-Clause

// Package durable writes files that survive a crash, of this program or of the machine.
package durable

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// WriteFile replaces a file at once: after a crash it is either the old or the new one.
func WriteFile(name string, text []byte) error {
	return Replace(name, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
}

// Replace is WriteFile for a text that is made as it is written.
func Replace(name string, write func(io.Writer) error) error {
	temp := name + ".new"
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(f)
	if err := errors.Join(write(out), out.Flush(), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, name); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(name))
}
