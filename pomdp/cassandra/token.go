// SPDX-License-Identifier: BSD-3-Clause

package cassandra

import (
	"fmt"
	"strconv"
)

// token is a word, a number, ":" or "*"; at the end of the text it is empty.
type token struct {
	text         string
	line, column int
}

func (t token) fault(format string, args ...any) error {
	return &Error{t.line, t.column, fmt.Sprintf(format, args...)}
}

func (t token) String() string {
	if t.text == "" {
		return "the end"
	}
	return strconv.Quote(t.text[:min(len(t.text), 80)]) // it may be as long as the file
}

// scanner splits a text into tokens, with one token of lookahead.
type scanner struct {
	text         string
	at           int
	line, column int
	next         token
}

func newScanner(text string) *scanner {
	s := &scanner{text: text, line: 1, column: 1}
	s.take()
	return s
}

// take returns the next token and scans the one after it.
func (s *scanner) take() token {
	t := s.next
	s.skip()
	start, column := s.at, s.column
	for s.at < len(s.text) && !isBreak(s.text[s.at]) {
		s.step()
	}
	if s.at == start && s.at < len(s.text) { // ":" or "*"
		s.step()
	}
	s.next = token{s.text[start:s.at], s.line, column}
	return t
}

// skip skips blanks and comments.
func (s *scanner) skip() {
	comment := false
	for ; s.at < len(s.text); s.step() {
		switch c := s.text[s.at]; {
		case c == '\n':
			comment = false
		case c == '#':
			comment = true
		case !comment && !isBlank(c):
			return
		}
	}
}

func (s *scanner) step() {
	s.column++
	if s.text[s.at] == '\n' {
		s.line++
		s.column = 1
	}
	s.at++
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func isBreak(c byte) bool { return isBlank(c) || c == ':' || c == '*' || c == '#' }

// expectColon consumes a colon, or fails.
func (s *scanner) expectColon() error {
	if t := s.take(); t.text != ":" {
		return t.fault("want \":\", got %v", t)
	}
	return nil
}

// number consumes a number, or fails.
func (s *scanner) number() (float64, error) {
	t := s.take()
	x, err := strconv.ParseFloat(t.text, 64)
	if err != nil || x-x != 0 || !startsNumber(t.text) {
		return 0, t.fault("want a number, got %v", t)
	}
	return x, nil
}

// startsNumber reports whether a token looks like a number; words such as "inf" do not.
func startsNumber(text string) bool {
	for len(text) > 0 && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	return len(text) > 0 && (text[0] == '.' || '0' <= text[0] && text[0] <= '9')
}
