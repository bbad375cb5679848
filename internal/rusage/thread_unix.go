// SPDX-License-Identifier: BSD-3-Clause

//go:build unix && !linux

package rusage

import "time"

// Thread returns the CPU time of the process: there is no portable clock of a thread.
func Thread() time.Duration { return CPU() }
