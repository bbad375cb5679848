// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/veilplan/veil/search/andor"
)

// showStats shows how much a search has done, if someone is watching. The function it
// returns ends that.
func (a *app) showStats(cfg *andor.Config) (done func()) {
	screen, ok := a.stderr.(*os.File)
	if a.output.quiet || !ok || !term.IsTerminal(int(screen.Fd())) {
		return func() {}
	}
	const clear = "\r\x1b[K"
	calls := 0
	cfg.Progress = func(s andor.Stats) {
		if calls++; calls%16 == 0 {
			fmt.Fprintf(screen, "%s%s nodes, %s states, about %d MB", clear, groupedInt(int(s.Nodes)), groupedInt(int(s.States)), s.Memory>>20)
		}
	}
	return func() { fmt.Fprint(screen, clear) }
}
