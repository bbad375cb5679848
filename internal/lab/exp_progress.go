// SPDX-License-Identifier: BSD-3-Clause

package lab

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/veilplan/veil/experiment"
)

// progress shows how far a run is, if someone is watching. The function it returns ends
// that.
func (a *app) progress(o *experiment.Options, silent bool) (done func()) {
	screen, ok := a.screen(silent)
	if !ok {
		return func() {}
	}
	var bar *progressbar.ProgressBar
	o.Progress = func(p experiment.Progress) {
		if bar == nil {
			bar = progressbar.NewOptions64(int64(p.Want), progressbar.OptionSetWriter(screen),
				progressbar.OptionShowIts(), progressbar.OptionSetItsString("episodes"), progressbar.OptionSetPredictTime(true),
				progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())
			bar.AddMax64(-int64(p.Have - p.Session)) // what was there before says nothing about the pace
		}
		bar.Describe(p.Line())
		show(bar.Set64(int64(p.Session)))
	}
	return func() {
		if bar != nil {
			show(bar.Clear())
		}
	}
}

// screen is the terminal on which progress may be shown, if there is one.
func (a *app) screen(silent bool) (*os.File, bool) {
	screen, ok := a.Stderr.(*os.File)
	return screen, ok && !silent && !a.Output.Quiet && term.IsTerminal(int(screen.Fd()))
}

// show ignores that a progress line could not be drawn: the run matters more.
func show(error) {}
