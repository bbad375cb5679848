// SPDX-License-Identifier: BSD-3-Clause

package rusage

import (
	"syscall"
	"time"
	"unsafe"
)

// threadClock is CLOCK_THREAD_CPUTIME_ID of Linux.
const threadClock = 3

// Thread returns the CPU time of the calling thread, or that of the process if the clock fails. The
// thread's clock counts nanoseconds; its rusage counts ticks.
func Thread() time.Duration {
	var t syscall.Timespec
	if _, _, fault := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&t)), 0); fault != 0 {
		return CPU()
	}
	return time.Duration(t.Nano())
}
