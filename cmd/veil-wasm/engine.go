// SPDX-License-Identifier: BSD-3-Clause

package main

// engine is what the documents name: the build sets it.
var engine = "veil devel" //nolint:gochecknoglobals // set by the linker
