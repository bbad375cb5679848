// SPDX-License-Identifier: BSD-3-Clause

//go:build !linux

package execplayer

import "time"

// limitMemory does nothing: on this system a process cannot limit another.
func limitMemory(int, uint64) error { return nil }

// processTime returns 0: this system does not tell.
func processTime(int) time.Duration { return 0 }
