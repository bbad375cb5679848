// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/veilplan/veil"
	"github.com/veilplan/veil/krieg/chess"
)

// Limits of the texts that the parsers of this package read.
const (
	maxText   = 1 << 20
	maxEvents = 20_000
	eventWork = 100 // cost of reading an event, in units of a meter
)

var (
	errTooLong = fmt.Errorf("text over %d bytes", maxText)
	errEvents  = fmt.Errorf("more than %d events", maxEvents)
)

// ParseLog reads a referee log, one announcement per line:
//
//	ruleset berkeley_any
//	W e2e4 yes
//	B moved
//	W e4f5 no
//	W f1b5 yes check long
//	B moved
//	W b5c6 yes takes c6 check long
//	B takes c6
//	W any? yes
//	W e4d5 yes takes d5
//
// A side is W, White, B or Black; a move is in coordinates or in algebraic notation. The
// side whose moves are named is the one that kept the log; a log that names all moves of
// both is full. Optional lines are "fen FEN" for another start and "me white" or "me
// black". Text after # is a comment.
func ParseLog(text string) (History, error) {
	h, _, err := ParseLogLines(text)
	return h, err
}

// ParseLogLines is ParseLog with the line of every event. With an error it returns the events
// before it.
func ParseLogLines(text string) (History, []int, error) {
	return readLog(newMeter(context.Background(), defaultNodes), text)
}

// LineError locates an error in a text.
type LineError struct {
	Line   int // from 1
	Column int // from 1, or 0 if it is the whole line
	Err    error
}

// Error names the line and the column.
func (e *LineError) Error() string {
	if e.Column > 0 {
		return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// readLog is ParseLog with the line of every event.
func readLog(m *meter, text string) (History, []int, error) {
	if len(text) > maxText {
		return History{}, nil, errTooLong
	}
	text = strings.TrimPrefix(text, mark)
	p := logParser{meter: m, h: NewHistory(Berkeley(), White)}
	if err := p.lines(text, p.header); err != nil {
		return p.h, nil, err
	}
	p.keeper()
	p.view = newView(&p.h)
	err := p.lines(text, p.event)
	return p.h, p.at, err
}

type logParser struct {
	meter   *meter
	h       History
	view    *view
	named   [2]bool // sides with a move that is named
	unnamed [2]bool // sides with a move that is not
	meGiven bool
	line    int
	at      []int // the lines of the events
}

// keeper decides who kept the log. If of one side alone some moves are not named, the other side
// did, and the names among them are the errors: they are reported where they stand.
func (p *logParser) keeper() {
	p.h.Full = p.named[White] && p.named[Black] && !p.unnamed[White] && !p.unnamed[Black]
	switch {
	case p.meGiven || p.h.Full:
	case p.unnamed[White] != p.unnamed[Black]:
		p.h.Me = Black
		if p.unnamed[Black] {
			p.h.Me = White
		}
	case p.named[Black] && !p.named[White]:
		p.h.Me = Black
	}
}

// lines calls f for every line that is neither empty nor a comment.
func (p *logParser) lines(text string, f func([]string) error) error {
	p.line = 0
	for line := range strings.Lines(text) {
		p.line++
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			if err := f(words); err != nil {
				return &LineError{Line: p.line, Err: err}
			}
		}
	}
	return nil
}

// header reads the lines that are not events and records whose moves are named.
func (p *logParser) header(words []string) (err error) {
	rest := strings.Join(words[1:], " ")
	switch words[0] {
	case "ruleset":
		p.h.Rules, err = RulesNamed(rest)
	case "fen":
		p.h.Start, err = chess.ParseFEN(rest)
	case "me":
		p.meGiven = true
		p.h.Me, err = parseColor(rest)
	default:
		side, no := parseColor(words[0])
		if no != nil {
			return fmt.Errorf("unexpected %q; lines begin with W, B, ruleset, fen or me", words[0])
		}
		switch {
		case len(words) < 2:
		case !isLogWord(words[1]):
			p.named[side] = true
		case words[1] != "no" && words[1] != "any?" && words[1] != "nonsense":
			p.unnamed[side] = true
		}
	}
	return err
}

func isLogWord(s string) bool {
	switch s {
	case "moved", "no", "takes", "check", "any?", "tries", "mate", "stalemate", "draw", "material", "promotes", "nonsense":
		return true
	default:
		return false
	}
}

func parseColor(s string) (Color, error) {
	switch s {
	case "white", "w", "White", "W":
		return White, nil
	case "black", "b", "Black", "B":
		return Black, nil
	default:
		return White, fmt.Errorf("%q is not a side; write white or black", s)
	}
}

func (p *logParser) event(words []string) error {
	side, err := parseColor(words[0])
	if err != nil {
		return nil //nolint:nilerr // a line of the header, which was read before
	}
	if len(p.h.Events) >= maxEvents {
		return errEvents
	}
	if !p.meter.spend(eventWork) {
		return p.meter.err
	}
	e := Event{By: side}
	if e.By != p.view.board.ToMove() {
		return fmt.Errorf("it is %v's turn: %w", e.By.Other(), veil.ErrImpossible)
	}
	words = words[1:]
	if len(words) == 0 {
		return errors.New("nothing after the side; write the try, or what was heard")
	}
	if !p.h.known(e.By) && !isLogWord(words[0]) {
		return fmt.Errorf("%v kept this log and cannot hear that %v played %s; write what was heard, such as moved: %w", p.h.Me, e.By, words[0], veil.ErrImpossible)
	}
	if p.h.known(e.By) && !isLogWord(words[0]) {
		a, err := p.view.read(words[0])
		if err != nil {
			return err
		}
		e.Action, words = a, words[1:]
	} else if p.h.known(e.By) && words[0] != "any?" {
		return fmt.Errorf("name %v's move before %q", e.By, words[0])
	}
	skip, err := e.parseAnswer(words, p.h.Rules)
	if err != nil || skip {
		return err
	}
	if err := p.view.apply(e); err != nil {
		return err
	}
	p.h.Events, p.at = append(p.h.Events, e), append(p.at, p.line)
	return nil
}

// Log returns the history as a referee log.
func (h *History) Log() string {
	var b strings.Builder
	fmt.Fprintf(&b, "ruleset %v\n", h.Rules)
	if h.Start != chess.Start() {
		fmt.Fprintf(&b, "fen %v\n", &h.Start)
	}
	if !h.Full {
		fmt.Fprintf(&b, "me %v\n", h.Me)
	}
	for _, e := range h.Events {
		fmt.Fprintln(&b, h.Line(e))
	}
	return b.String()
}

// Line returns one event as a line of the log.
func (h *History) Line(e Event) string {
	side := "W "
	if e.By == Black {
		side = "B "
	}
	said := e.Heard.Describe(h.Rules)
	switch {
	case e.Heard.Answer == AnyYes || e.Heard.Answer == AnyNo:
		return side + said
	case h.known(e.By):
		return side + e.Action.String() + " " + said
	case e.Heard.Answer == No:
		return side + said
	}
	if facts := strings.Join(e.Heard.facts(h.Rules), " "); strings.HasPrefix(facts, "takes") {
		return side + facts
	}
	return strings.TrimRight(side+"moved "+strings.Join(e.Heard.facts(h.Rules), " "), " ")
}
