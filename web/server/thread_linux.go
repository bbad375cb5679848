// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lower is how much nicer long work is than short work.
const lower = 10

// thisThread returns the thread that calls, which must be locked to its goroutine.
func thisThread() int { return syscall.Gettid() }

// threadCPU returns the CPU time of a thread of this process; 0 if the system does not say.
func threadCPU(thread int) time.Duration {
	var t unix.Timespec
	clock := int32(^thread<<3 | 6) // that of a thread, by the kernel's convention
	if thread == 0 || unix.ClockGettime(clock, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// niceness returns that of a thread, 0 for the one that calls.
func niceness(thread int) int {
	const greatest = 20 // the system call returns 20 less the niceness
	has, err := syscall.Getpriority(syscall.PRIO_PROCESS, thread)
	if err != nil {
		return 0
	}
	return greatest - has
}

// raiseThread gives a thread a priority that it had, if the system allows it: most users may only lower one.
func raiseThread(thread, nice int) {
	if thread != 0 {
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, thread, nice) // see above
	}
}

// lowerThread gives a thread a low priority, so that the system lets short work and the network go
// first. If the system refuses, the work goes on as it is.
func lowerThread(thread int) bool {
	const most = 19
	return thread != 0 && syscall.Setpriority(syscall.PRIO_PROCESS, thread, min(niceness(thread)+lower, most)) == nil
}
