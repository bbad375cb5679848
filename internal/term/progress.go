// SPDX-License-Identifier: BSD-3-Clause

package term

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Patience is how long work may take before a Progress shows anything: faster work needs no explanation.
const Patience = 300 * time.Millisecond

// redraw is the interval between two drawings of a line.
const redraw = 200 * time.Millisecond

// clearLine moves to the start of the line and erases it.
const clearLine = "\r\x1b[K"

// Progress is a line on a terminal that shows the progress of long work. The next text replaces it,
// and Done erases it. A nil Progress shows nothing, so that callers need not check whether anyone
// is watching.
type Progress struct {
	screen io.Writer
	width  func() int
	start  time.Time

	mu   sync.Mutex
	text string

	stop, stopped chan struct{}
	end           sync.Once
}

// NewProgress returns a progress line on the stream, or nil if the stream is not a terminal.
func NewProgress(stream io.Writer) *Progress {
	if !IsTerminal(stream) {
		return nil
	}
	return newProgress(stream, func() int { return Width(stream) })
}

func newProgress(screen io.Writer, width func() int) *Progress {
	p := &Progress{screen: screen, width: width, stop: make(chan struct{}), stopped: make(chan struct{})}
	p.start = time.Now() //nolint:forbidigo // it shows the elapsed time
	go p.draw()
	return p
}

// Show sets the text. It is cheap, so work may call it often.
func (p *Progress) Show(format string, args ...any) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, args...)
}

// Done erases the line and ends the progress. It may be called more than once.
func (p *Progress) Done() {
	if p == nil {
		return
	}
	p.end.Do(func() { close(p.stop) })
	<-p.stopped
}

// draw redraws the line periodically until the work is done.
func (p *Progress) draw() {
	defer close(p.stopped)
	wait := time.NewTimer(Patience)
	defer wait.Stop()
	drawn := false
	for {
		select {
		case <-p.stop:
			if drawn {
				fmt.Fprint(p.screen, clearLine)
			}
			return
		case <-wait.C:
			fmt.Fprint(p.screen, clearLine+p.line())
			drawn = true
			wait.Reset(redraw)
		}
	}
}

// line returns the text with the elapsed time, cut to fit the terminal's width.
func (p *Progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := []rune(p.text)
	if taken := time.Since(p.start); taken >= time.Second {
		line = append(line, []rune("  "+taken.Truncate(time.Second).String())...)
	}
	if room := p.width() - 1; room > 0 && len(line) > room {
		line = line[:room]
	}
	return string(line)
}
