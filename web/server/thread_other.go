// SPDX-License-Identifier: BSD-3-Clause

//go:build !linux

package server

// background would lower the priority of the calling goroutine's thread; only Linux has
// priorities of threads.
func background() {}
