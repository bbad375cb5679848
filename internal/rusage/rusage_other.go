// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package rusage

import (
	"runtime"
	"time"
)

// CPU returns the time on the wall where the system does not provide the CPU time of a
// process in a portable way.
func CPU() time.Duration { return time.Duration(time.Now().UnixNano()) }

// Thread returns the same.
func Thread() time.Duration { return CPU() }

// Peak returns what the Go runtime has taken of the memory, for the same reason.
func Peak() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
