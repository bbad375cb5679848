// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/veilplan/veil/search/andor"
	solvemines "github.com/veilplan/veil/solve/mines"
)

// liveLine returns what shows a line that is overwritten by the next one, if someone is
// watching, and what removes the last.
func (a *app) liveLine() (show func(format string, args ...any), done func()) {
	screen, ok := a.stderr.(*os.File)
	if a.output.quiet || !ok || !term.IsTerminal(int(screen.Fd())) {
		return func(string, ...any) {}, func() {}
	}
	const clearLine = "\r\x1b[K"
	return func(format string, args ...any) { fmt.Fprintf(screen, clearLine+format, args...) }, func() { fmt.Fprint(screen, clearLine) }
}

// showStats shows how much a search has done. The function it returns ends that.
func (a *app) showStats(cfg *andor.Config) (done func()) {
	show, done := a.liveLine()
	calls := 0
	cfg.Progress = func(s andor.Stats) {
		if calls++; calls%16 == 0 {
			show("%s nodes, %s states, about %d MB", solvemines.Grouped(s.Nodes), solvemines.Grouped(s.States), s.Memory>>20)
		}
	}
	return done
}
