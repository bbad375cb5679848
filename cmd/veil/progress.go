// SPDX-License-Identifier: BSD-3-Clause

package main

import "github.com/veilplan/veil/internal/term"

// showProgress starts the line that shows how far the work is, if someone is watching. It ends
// before anything else is printed, or when its Done is called.
func (a *app) showProgress(format string, args ...any) *term.Progress {
	a.line.Done()
	a.line = nil
	if !a.output.quiet {
		a.line = term.NewProgress(a.stderr)
	}
	a.line.Show(format, args...)
	return a.line
}
