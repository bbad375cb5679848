// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"time"

	"golang.org/x/sys/unix"
)

// limitMemory limits the writable memory of a process and of the processes it starts.
func limitMemory(pid int, bytes uint64) error {
	return unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}

// processTime returns the CPU time of a process, 0 if it is gone.
func processTime(pid int) time.Duration {
	var t unix.Timespec
	clock := int32(^pid)<<3 | 2 // the scheduler's clock of another process: CPUCLOCK_SCHED of Linux
	if unix.ClockGettime(clock, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
