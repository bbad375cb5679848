// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package cputime

import "time"

// Used returns the time on the wall where the system does not tell the CPU time of a
// process in a portable way.
func Used() time.Duration { return time.Duration(time.Now().UnixNano()) }
