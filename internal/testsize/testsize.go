// SPDX-License-Identifier: BSD-3-Clause

// Package testsize says how large the samples of tests are, and how tests wait.
//
// Short runs (go test -short) see every kind of case, but few of each: they run under the race
// detector, which is ten times slower, and on systems on which few people test. Full runs
// (VEIL_FULL=1) take as many as the documentation speaks of.
package testsize

import (
	"os"
	"testing"
)

// Of returns the first number in short runs, the last one in full runs, and else the one between.
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
