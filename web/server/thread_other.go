// SPDX-License-Identifier: BSD-3-Clause

//go:build !linux

package server

import "time"

// thisThread returns 0: threads have neither ids nor priorities here.
func thisThread() int { return 0 }

// threadCPU returns 0: unknown.
func threadCPU(int) time.Duration { return 0 }

// niceness returns 0: unknown.
func niceness(int) int { return 0 }

// raiseThread does nothing.
func raiseThread(int, int) {}

// lowerThread does nothing.
func lowerThread(int) bool { return false }
