// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package rusage

import (
	"runtime"
	"time"
)

// CPU returns wall-clock time: this system has no portable way to get the CPU time of a process.
func CPU() time.Duration { return time.Duration(time.Now().UnixNano()) }

// Thread returns wall-clock time too.
func Thread() time.Duration { return CPU() }

// Peak returns the memory that the Go runtime has obtained from the system, in bytes.
func Peak() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
