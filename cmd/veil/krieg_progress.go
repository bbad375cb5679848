// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"github.com/veilplan/veil/internal/text"
	"github.com/veilplan/veil/search/andor"
)

// showStats shows the work of a search. The returned function ends it.
func (a *app) showStats(cfg *andor.Config) (done func()) {
	line := a.ShowProgress("searching")
	calls := 0
	cfg.Progress = func(s andor.Stats) {
		if calls++; calls%16 == 0 {
			line.Show("%s nodes, %s states, about %d MB", text.Thousands(s.Nodes), text.Thousands(s.States), s.Memory>>20)
		}
	}
	return line.Done
}
