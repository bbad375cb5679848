// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package experiment

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFile takes a lock that the system releases when the process ends, however it
// ends.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(fmt.Errorf("another process is running this experiment (%w)", err), f.Close())
	}
	return f, nil
}

// syncDir makes the names in a directory durable.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
