// SPDX-License-Identifier: BSD-3-Clause

//go:build !unix

package farm

// mostFiles is 0: tests of many workers are not run here.
func mostFiles() uint64 { return 0 }
