// SPDX-License-Identifier: BSD-3-Clause

package main

import "github.com/veilplan/veil/cli/frame"

// app is one invocation of the program.
type app struct{ *frame.App }
