// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package server

import (
	"math"
	"syscall"
)

// spareFiles is the number of open files reserved for other uses than connections.
const spareFiles = 64

// openFiles returns the number of connections that the system allows.
func openFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > math.MaxInt32 {
		return math.MaxInt32
	}
	return max(1, int(limit.Cur)-spareFiles)
}
