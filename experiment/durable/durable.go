// SPDX-License-Identifier: BSD-3-Clause

// Package durable writes files that survive a crash, of this program or of the machine.
package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteFile replaces a file at once: after a crash it is either the old or the new one.
func WriteFile(name string, text []byte) error {
	temp := name + ".new"
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(temp, name); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(name))
}
