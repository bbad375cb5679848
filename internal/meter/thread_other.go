// SPDX-License-Identifier: BSD-3-Clause

//go:build !linux

package meter

// threadID returns 0 for all threads: here CPU time is measured per process.
func threadID() int { return 0 }
