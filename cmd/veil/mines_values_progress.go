// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"fmt"
	"time"

	"github.com/veilplan/veil/experiment/values"
	"github.com/veilplan/veil/search/optimal"
)

// valuesProgress is how far a run of values is.
type valuesProgress struct {
	key   values.Key
	stats optimal.Stats
}

// progress shows the search of a board as it goes on.
func (j *valuesJob) progress(key values.Key) func(optimal.Stats) {
	return func(s optimal.Stats) { j.show(&valuesProgress{key, s}) }
}

// watch returns what shows progress, if someone is watching; nil ends that.
func (a *app) watch(j *valuesJob, silent bool) func(*valuesProgress) {
	screen, ok := a.screen(silent)
	if !ok {
		return func(*valuesProgress) {}
	}
	var last time.Time
	return func(p *valuesProgress) {
		if p == nil {
			fmt.Fprint(screen, "\r\x1b[K")
			return
		}
		if now := time.Now(); now.Sub(last) > 200*time.Millisecond {
			last = now
			fmt.Fprintf(screen, "\r\x1b[K%d of %s known; %dx%d/%d %s: %.1f million nodes, %d MB",
				j.done, plural(len(j.clicks), "first click"), p.key.Width, p.key.Height, p.key.Mines, p.key.First,
				float64(p.stats.Nodes)/1e6, p.stats.Bytes>>20)
		}
	}
}
