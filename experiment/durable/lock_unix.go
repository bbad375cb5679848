// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package durable

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock opens or creates a file and locks it. The system releases the lock when the process ends,
// however it ends.
func Lock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	return f, lockFile(f)
}

// lockFile locks a file, or closes it and fails.
func lockFile(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return errors.Join(fmt.Errorf("another process is writing to this file (%w)", err), f.Close())
	}
	return nil
}

// SyncDir makes the names in a directory durable.
func SyncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
