// SPDX-License-Identifier: BSD-3-Clause

package main

import "github.com/veilplan/veil/internal/term"

// showProgress starts the line that shows how far the work is, if someone is watching. It
// ends before anything else is printed, or when its Done is called.
func (a *app) showProgress(format string, args ...any) *term.Progress {
	var line *term.Progress
	if !a.output.quiet {
		line = term.NewProgress(a.stderr)
	}
	line.Show(format, args...)
	a.line.Swap(line).Done()
	return line
}

// endProgress erases the line, if there is one.
func (a *app) endProgress() { a.line.Swap(nil).Done() }
