// SPDX-License-Identifier: BSD-3-Clause

package frame

import (
	"os"
	"runtime/debug"
)

// frugal is the garbage, as a percentage of what lives, that the collector lets grow. Tables of numbers are cheap to
// collect: a search of ten seconds takes as long as with 100.
const frugal = 10

// Frugal lets the process keep little garbage until restore is called, unless the environment sets GOGC. It is for long
// searches that fill the memory with tables.
func Frugal() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(frugal)
	return func() { debug.SetGCPercent(before) }
}
