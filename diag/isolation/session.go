// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/diag"
)

// Session isolates one fault, test by test.
type Session struct {
	table  *diag.Table
	limits api.Limits
	seen   []diag.Reading
	now    *api.DiagNext
}

// NewSession returns a session that begins with the given readings.
func NewSession(ctx context.Context, t *diag.Table, seen []diag.Reading, l api.Limits) (*Session, error) {
	s := &Session{table: t, limits: l, seen: slices.Clone(seen)}
	return s, s.ask(ctx)
}

// ask computes the next test.
func (s *Session) ask(ctx context.Context) (err error) {
	s.now, err = Next(ctx, s.table, s.seen, s.limits)
	return err
}

// Now returns the next test, or the fault that was found.
func (s *Session) Now() *api.DiagNext { return s.now }

// Readings returns the possible readings of the next test, the likeliest first.
func (s *Session) Readings() (words []string) {
	for _, a := range s.now.Answer {
		words = append(words, a.Reading)
	}
	return words
}

// Hear records a reading: its number among Readings, the word, or TEST=READING for another test. A
// reading that no fault explains is refused with those that it contradicts.
func (s *Session) Hear(ctx context.Context, text string) error {
	r, err := s.find(text)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(s.seen, func(x diag.Reading) bool { return x.Test == r.Test }) {
		return fmt.Errorf("%s was read before; undo it first", s.table.Tests[r.Test].Name)
	}
	seen := append(slices.Clone(s.seen), r)
	if conflict := s.table.Conflict(seen); conflict != nil {
		return fmt.Errorf("no fault explains this reading; these readings contradict each other: %s", strings.Join(spell(s.table, conflict), ", "))
	}
	s.seen = seen
	return s.ask(ctx)
}

func (s *Session) find(text string) (diag.Reading, error) {
	words := s.Readings()
	if k, err := strconv.Atoi(text); err == nil && k >= 1 && k <= len(words) && !slices.Contains(words, text) {
		text = words[k-1]
	}
	if !strings.Contains(text, "=") {
		text = s.now.Test + "=" + text
	}
	return s.table.Find(text)
}

// Undo removes the last reading, and reports whether there was one.
func (s *Session) Undo(ctx context.Context) (bool, error) {
	if len(s.seen) == 0 {
		return false, nil
	}
	s.seen = s.seen[:len(s.seen)-1]
	return true, s.ask(ctx)
}
