// SPDX-License-Identifier: BSD-3-Clause

package krieg

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/veilplan/veil/krieg/chess"
)

// ParsePGN reads one game of Kriegspiel PGN v0.9 with the additions that
// [History.PGN] writes.
func ParsePGN(text string) (History, error) {
	return parsePGN(newMeter(context.Background(), defaultNodes), text)
}

func parsePGN(m *meter, text string) (History, error) {
	if len(text) > maxText {
		return History{}, errTooLong
	}
	p := pgnParser{meter: m, text: text, h: NewHistory(Berkeley(), White)}
	p.h.Full = true
	if err := p.tags(); err != nil {
		return p.h, p.located(err)
	}
	p.view = newView(&p.h)
	p.by = p.h.Start.ToMove()
	if err := p.moves(); err != nil {
		return p.h, p.located(err)
	}
	return p.h, nil
}

type pgnParser struct {
	meter *meter
	text  string
	at    int // start of the current token
	end   int // end of the current token
	h     History
	view  *view
	by    Color
}

// located adds the line and column of the current token.
func (p *pgnParser) located(err error) error {
	before := p.text[:p.at]
	line := strings.Count(before, "\n") + 1
	column := p.at - strings.LastIndex(before, "\n")
	return &LineError{Line: line, Column: column, Err: err}
}

// next returns the next token: a tag in brackets, a comment in braces, or a word.
func (p *pgnParser) next() (string, error) {
	for p.end < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.end]) >= 0 {
		p.end++
	}
	p.at = p.end
	rest := p.text[p.at:]
	if rest == "" {
		return "", nil
	}
	n := strings.IndexAny(rest, " \t\r\n{[")
	if closing, ok := map[byte]string{'{': "}", '[': "]"}[rest[0]]; ok {
		if n = strings.Index(rest, closing) + 1; n == 0 {
			return "", fmt.Errorf("no %q closes this", closing)
		}
	} else if n < 0 {
		n = len(rest)
	}
	p.end = p.at + n
	return rest[:n], nil
}

// peek returns the next token without consuming it.
func (p *pgnParser) peek() (string, error) {
	at, end := p.at, p.end
	token, err := p.next()
	if err == nil {
		p.at, p.end = at, end
	}
	return token, err
}

func (p *pgnParser) tags() error {
	for {
		token, err := p.peek()
		if err != nil || !strings.HasPrefix(token, "[") {
			return err
		}
		if _, err := p.next(); err != nil {
			return err
		}
		name, value, _ := strings.Cut(strings.Trim(token, "[]"), " ")
		if err := p.tag(name, strings.Trim(value, "\" ")); err != nil {
			return err
		}
	}
}

func (p *pgnParser) tag(name, value string) (err error) {
	switch name {
	case "Variant":
		if strings.EqualFold(value, "icc") {
			value = "wild16"
		}
		p.h.Rules, err = RulesNamed(strings.ToLower(value))
	case "Filtered":
		p.h.Full = false
		p.h.Me, err = parseColor(strings.ToLower(value))
	case "FEN":
		p.h.Start, err = chess.ParseFEN(value)
	}
	return err // other tags are ignored
}

func (p *pgnParser) moves() error {
	for {
		token, err := p.next()
		switch {
		case err != nil || token == "":
			return err
		case token == "*", token == "1-0", token == "0-1", token == "1/2-1/2":
			return nil
		case strings.HasPrefix(token, "$"), strings.HasPrefix(token, "{"):
			continue // a glyph, or a comment that belongs to no move
		}
		if i := strings.LastIndexByte(token, '.'); i >= 0 {
			p.at += i + 1
			if token = token[i+1:]; token == "" {
				continue // a move number
			}
		}
		if err := p.turn(token); err != nil {
			return err
		}
	}
}

// turn reads one turn: the move and the comment after it.
func (p *pgnParser) turn(word string) error {
	moveAt := p.at
	t := turn{by: p.by, made: word != "--"}
	comment, err := p.peek()
	if err != nil {
		return err
	}
	if strings.HasPrefix(comment, "{") {
		if _, err := p.next(); err != nil {
			return err
		}
		if err := p.comment(&t, strings.Trim(comment, "{} ")); err != nil {
			return err
		}
	}
	p.at = moveAt
	if t.made {
		if t.move, err = p.move(word, t.move.Heard); err != nil {
			return err
		}
		p.by = p.by.Other()
	}
	return p.record(&t)
}

func (p *pgnParser) move(word string, heard Percept) (Event, error) {
	e := Event{By: p.by, Heard: heard}
	if !p.h.known(p.by) {
		if word != "??" {
			return e, fmt.Errorf("%v's move is hidden; write ??", p.by)
		}
		return e, nil
	}
	a, err := p.view.read(word)
	e.Action = a
	return e, err
}

func (p *pgnParser) record(t *turn) error {
	if !p.meter.spend(eventWork) {
		return p.meter.err
	}
	for _, e := range t.events() {
		if len(p.h.Events) >= maxEvents {
			return errEvents
		}
		p.h.Events = append(p.h.Events, e)
		if err := p.view.apply(e); err != nil {
			return err
		}
	}
	return nil
}

// comment reads "capture,checks:refused;extra;extra".
func (p *pgnParser) comment(t *turn, s string) error {
	if s == "" {
		return nil // no announcement
	}
	fields := strings.Split(s, ";")
	said, refused, ok := strings.Cut(fields[0], ":")
	if !ok {
		return errors.New("a comment is {capture,checks:refused tries}, with the colon")
	}
	capture, checks, _ := strings.Cut(said, ",")
	o := &t.move.Heard
	if capture = strings.TrimSpace(capture); capture != "" {
		sq, err := chess.ParseSquare(capture)
		if err != nil {
			return err
		}
		*o = o.WithCapture(sq)
	}
	for _, letter := range strings.TrimSpace(checks) {
		i := strings.IndexRune(checkLetters, letter)
		if i < 0 {
			return fmt.Errorf("check %q; the directions are F, R, L, S and N", letter)
		}
		o.Checks |= 1 << i
	}
	if err := p.refused(t, strings.TrimSpace(refused)); err != nil {
		return err
	}
	for _, extra := range fields[1:] {
		if err := p.extra(t, strings.TrimSpace(extra)); err != nil {
			return err
		}
	}
	return nil
}

func (p *pgnParser) refused(t *turn, s string) error {
	if s == "" {
		return nil
	}
	if !p.h.known(t.by) {
		n, err := strconv.ParseUint(s, 10, 8)
		if err != nil {
			return fmt.Errorf("%q is not the number of %v's refused tries", s, t.by)
		}
		t.refused = make([]Action, n)
		return nil
	}
	if s == "0" {
		return nil
	}
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ' ' }) {
		a, err := p.view.read(word)
		if err != nil {
			return err
		}
		t.refused = append(t.refused, a)
	}
	return nil
}

func (p *pgnParser) extra(t *turn, s string) error {
	name, value, _ := strings.Cut(s, "=")
	o := &t.move.Heard
	switch name {
	case "any":
		return t.parseAny(value)
	case "taken":
		o.Captured = parseClass(value)
	case "by":
		o.Capturer = parseClass(value)
	case "ep":
		o.EnPassant = true
	case "promoted":
		o.Promotion = true
	case "tries":
		return o.parseTries(strings.ReplaceAll(value, "+", ","), p.h.Rules)
	case "mate", "stalemate", "draw", "material":
		o.Result = parseResult(name)
	default:
		return fmt.Errorf("unexpected %q in a comment", s)
	}
	return nil
}

func (t *turn) parseAny(s string) error {
	answer, at, given := strings.Cut(s, "@")
	switch answer {
	case "yes":
		t.asked = AnyYes
	case "no":
		t.asked = AnyNo
	default:
		return fmt.Errorf("any=%s; write any=yes or any=no", s)
	}
	if given {
		n, err := strconv.Atoi(at)
		if err != nil || n < 0 || n > len(t.refused) {
			return fmt.Errorf("any=%s: %q is not a number of tries refused before", s, at)
		}
		t.askedAt = n
	}
	return nil
}
