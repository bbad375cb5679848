// SPDX-License-Identifier: BSD-3-Clause

//go:build unix && !linux

package rusage

import "time"

// Thread returns the processor time of the process: there is no portable way to that of a thread.
func Thread() time.Duration { return CPU() }
