// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"fmt"
	"strings"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/internal/term"
	"github.com/veilplan/veil/internal/text"
)

// progress shows the progress of a run, if someone is watching. The returned function ends it.
func (a *app) progress(o *experiment.Options, silent bool) (done func()) {
	if silent || a.Output.Quiet || !term.IsTerminal(a.Stderr) {
		return func() {}
	}
	line, clock := a.ShowProgress("starting"), startClock()
	o.Progress = func(p experiment.Progress) { line.Show("%s", progressLine(p, clock())) }
	return line.Done
}

// progressLine returns a bar, the episodes, the speed, the remaining time, and the current
// estimates. Episodes of earlier sessions do not count for the speed.
func progressLine(p experiment.Progress, taken time.Duration) string {
	line := fmt.Sprintf("%s %s of %s episodes", bar(p.Have, p.Want, 16), text.Thousands(p.Have), text.Thousands(p.Want))
	if pace := float64(p.Session) / taken.Seconds(); p.Session > 0 && taken > 0 {
		left := time.Duration(float64(p.Want-min(p.Have, p.Want)) / pace * float64(time.Second))
		line += fmt.Sprintf(", %.3g per second, %v left", pace, left.Round(time.Second))
	}
	return line + "  " + p.Line()
}

// bar draws a share as full and empty blocks.
func bar(have, want uint64, width int) string {
	full := width
	if want > 0 {
		full = int(min(have, want) * uint64(width) / want)
	}
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}
