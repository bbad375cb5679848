// SPDX-License-Identifier: BSD-3-Clause

package durable

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is the offset of the locked byte. Windows keeps others from reading locked bytes, so
// it lies far beyond the end of any file.
const lockedByte = 1 << 30

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
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	place := &windows.Overlapped{OffsetHigh: lockedByte}
	if err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, place); err != nil {
		return errors.Join(fmt.Errorf("another process is writing to this file (%w)", err), f.Close())
	}
	return nil
}

// SyncDir does nothing: Windows cannot fsync a directory.
func SyncDir(string) error { return nil }
