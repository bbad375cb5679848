// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix && !windows

package durable

import "os"

// Lock takes no lock: this system has none of the right kind. Do not run one experiment twice at
// the same time here.
func Lock(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
}

// lockFile takes no lock.
func lockFile(*os.File) error { return nil }

// SyncDir does nothing: this system cannot fsync a directory.
func SyncDir(string) error { return nil }
