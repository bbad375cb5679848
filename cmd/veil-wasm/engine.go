// SPDX-License-Identifier: BSD-3-Clause

package main

import "os"

// engine is what the documents name: the build sets it.
var engine = "veil devel" //nolint:gochecknoglobals // set by the linker

// role is what the engine was started as, "" if nobody said.
func role() string {
	if len(os.Args) < 2 {
		return ""
	}
	return os.Args[1]
}
