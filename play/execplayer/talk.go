// SPDX-License-Identifier: BSD-3-Clause

package execplayer

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/veilplan/veil/play"
)

// Talk is a conversation in lines of text with a program that is kept: one that speaks a protocol of
// its own, and not that of players. What it says is untrusted input.
type Talk struct {
	child   *child
	seconds float64
	counted time.Duration // CPU time that Spent has returned
}

// Start starts a program, within an access. It may use an amount of memory and take some time for a
// line.
func Start(out play.Access, command []string, memoryMB int, lineSeconds float64) (*Talk, error) {
	c, err := run(Params{Command: command, MemoryMB: memoryMB}, out, false)
	if err != nil {
		return nil, err
	}
	return &Talk{child: c, seconds: lineSeconds}, nil
}

var errLineBreak = errors.New("a line break within a line")

// Say sends a line. A program that does not read it is noticed by the next Ask.
func (t *Talk) Say(line string) error {
	if strings.ContainsAny(line, "\r\n") {
		return errLineBreak
	}
	t.child.send([]byte(line+"\n"), seconds(t.seconds))
	return nil
}

// Ask sends a line and returns the first answer for which last is true. The others are dropped.
func (t *Talk) Ask(ctx context.Context, line string, last func(string) bool) (string, error) {
	if err := t.Say(line); err != nil {
		return "", err
	}
	for {
		text, err := t.child.exchange(ctx, nil, seconds(t.seconds), "move_seconds")
		if err != nil {
			return "", err
		}
		if answer := string(text); last(answer) {
			return answer, nil
		}
	}
}

// Fault returns an error of the program together with the end of its standard error.
func (t *Talk) Fault(format string, args ...any) error { return t.child.fault(format, args...) }

// Ended reports whether the program is known to have ended.
func (t *Talk) Ended() bool { return t.child.hasEnded() }

// Spent returns the program's CPU time since it was last called; 0 where the system does not tell.
func (t *Talk) Spent() time.Duration {
	all := processTime(t.child.cmd.Process.Pid)
	spent := max(0, all-t.counted)
	t.counted = max(t.counted, all)
	return spent
}

// Close says a last line and ends the program and all it has started.
func (t *Talk) Close(line string) error {
	err := t.Say(line)
	t.child.leave()
	return err
}

// Kill ends the program at once: one whose conversation is broken may still answer an old question.
func (t *Talk) Kill() { t.child.kill() }
