// SPDX-License-Identifier: BSD-3-Clause

//go:build !linux

package server

import "time"

// thisThread returns 0: elsewhere a thread has neither a name nor a priority.
func thisThread() int { return 0 }

// threadCPU is not known.
func threadCPU(int) time.Duration { return 0 }

// niceness is not known.
func niceness(int) int { return 0 }

// raiseThread does nothing.
func raiseThread(int, int) {}

// lowerThread does nothing.
func lowerThread(int) bool { return false }
