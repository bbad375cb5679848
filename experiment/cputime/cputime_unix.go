// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

// Package cputime tells how much processor time this process has used.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the CPU time of this process.
func Used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
