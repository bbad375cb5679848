// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import "golang.org/x/sys/unix"

// limitMemory limits the writable memory of a process and of the processes it starts.
func limitMemory(pid int, bytes uint64) error {
	return unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
