// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lower is the increase in niceness of long work over short work.
const lower = 10

// thisThread returns the id of the calling thread, which must be locked to its goroutine.
func thisThread() int { return syscall.Gettid() }

// threadCPU returns the CPU time of a thread of this process, or 0 if the system does not report it.
func threadCPU(thread int) time.Duration {
	var t unix.Timespec
	clock := int32(^thread<<3 | 6) // clock id of a thread, by the kernel's convention
	if thread == 0 || unix.ClockGettime(clock, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// niceness returns the niceness of a thread; 0 means the calling one.
func niceness(thread int) int {
	const greatest = 20 // the system call returns 20 less the niceness
	has, err := syscall.Getpriority(syscall.PRIO_PROCESS, thread)
	if err != nil {
		return 0
	}
	return greatest - has
}

// raiseThread restores the priority of a thread, if the system allows it: most users may only lower it.
func raiseThread(thread, nice int) {
	if thread != 0 {
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, thread, nice) // see above
	}
}

// lowerThread gives a thread a low priority, so that the system runs short work and the network
// first. If the system refuses, the work continues unchanged.
func lowerThread(thread int) bool {
	const most = 19
	return thread != 0 && syscall.Setpriority(syscall.PRIO_PROCESS, thread, min(niceness(thread)+lower, most)) == nil
}
