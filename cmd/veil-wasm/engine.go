// SPDX-License-Identifier: BSD-3-Clause

package main

import "os"

// engine is the name of the engine in documents, set by the build.
var engine = "veil devel" //nolint:gochecknoglobals // set by the linker

// role returns the role that the engine was started with, or "".
func role() string {
	if len(os.Args) < 2 {
		return ""
	}
	return os.Args[1]
}
