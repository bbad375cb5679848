// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

// Package rusage measures the CPU time and memory of this process.
package rusage

import (
	"runtime"
	"syscall"
	"time"
)

// CPU returns the CPU time of this process. On a shared machine, wall-clock time says nothing about work.
func CPU() time.Duration {
	u := self()
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Peak returns the largest resident memory of the process so far, in bytes.
func Peak() int64 {
	u := self()
	most := int64(u.Maxrss) //nolint:unconvert // 32 bits on some systems
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return most
	}
	return most << 10
}

func self() (u syscall.Rusage) {
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail with these arguments
	return u
}
