// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"runtime"
	"syscall"
)

// lower is how much nicer long work is than short work.
const lower = 10

// background gives the calling goroutine, until it ends, a thread of its own of low priority,
// so that the system lets short work and the network go first. If the system refuses, the work
// goes on as it is.
func background() {
	runtime.LockOSThread() // and never unlock: the thread ends with the goroutine
	const greatest = 20    // the system call returns 20 less the niceness
	if has, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0); err == nil {
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, min(greatest-has+lower, greatest-1)) // see above
	}
}
