// SPDX-License-Identifier: BSD-3-Clause

package frame

import "github.com/veilplan/veil/internal/term"

// ShowProgress starts the progress line, if someone is watching. It ends before anything else is
// printed, or when its Done is called.
func (a *App) ShowProgress(format string, args ...any) *term.Progress {
	var line *term.Progress
	if !a.Output.Quiet {
		line = term.NewProgress(a.Stderr)
	}
	line.Show(format, args...)
	a.Line.Swap(line).Done()
	return line
}

// endProgress erases the line, if there is one.
func (a *App) endProgress() { a.Line.Swap(nil).Done() }
