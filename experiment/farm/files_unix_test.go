// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package farm

import "syscall"

// mostFiles is how many files a process may have open.
func mostFiles() uint64 {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return 0
	}
	return uint64(files.Cur) //nolint:unconvert // signed on some systems
}
