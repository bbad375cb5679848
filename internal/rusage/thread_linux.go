// SPDX-License-Identifier: BSD-3-Clause

package rusage

import (
	"time"

	"golang.org/x/sys/unix"
)

// Thread returns the processor time of the calling thread where the system provides it, and
// otherwise that of the process. The clock of the thread counts nanoseconds; its rusage counts ticks.
func Thread() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return CPU()
	}
	return time.Duration(t.Nano())
}
