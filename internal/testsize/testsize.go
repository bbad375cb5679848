// SPDX-License-Identifier: BSD-3-Clause

// Package testsize sets the sample sizes of tests, how tests wait, and how they compare stored files.
//
// Short runs (go test -short) cover every kind of case, but few of each: they run under the race
// detector, which is ten times slower, and on systems where few people test. Full runs
// (VEIL_FULL=1) use the sample sizes that the documentation states.
package testsize

import (
	"os"
	"testing"
)

// Of returns short in short runs, full in full runs, and usual otherwise.
func Of(short, usual, full int) int {
	switch {
	case os.Getenv("VEIL_FULL") != "":
		return full
	case testing.Short():
		return short
	default:
		return usual
	}
}
