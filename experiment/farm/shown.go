// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
)

// greet records a sign of life of a worker. Its name comes from the subject, which the server lets
// nobody else use.
func (s *session) greet(by string) {
	if s.board.saw(by) {
		s.noteOf(EventJoined, by, "")
	}
}

// noteOf adds an event of a worker, but not every time: nobody may fill the log.
func (s *session) noteOf(kind EventKind, by, detail string) {
	if _, worth := s.crowd.notes(by, "shown "+string(kind), s.Clock()); worth {
		s.board.note(kind, by, detail)
	}
}

// met handles the status of a worker: one that leaves says goodbye.
func (s *session) met(m *nats.Msg) {
	var p PeerStatus
	if s.board == nil || json.Unmarshal(m.Data, &p) != nil || !p.Left {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if by := lastWord(m.Subject); s.board.gone(by) {
		s.noteOf(EventLeft, by, "")
	}
}

// refuse shows that a result was not accepted. An unsigned one is no evidence against the worker of
// its subject, so it is not named.
func (s *session) refuse(by string, v verdict) {
	if v == unsigned || !word(by) {
		by = ""
	}
	s.noteOf(EventRefused, by, string(v))
}

// expel shows that a worker was excluded.
func (s *session) expel(by, reason string) {
	s.board.gone(by)
	s.board.note(EventExcluded, by, Quote(reason))
}

// show writes the face of the run.
func (s *session) show() {
	if s.board == nil {
		return
	}
	for _, name := range s.board.expire(s.held) {
		s.noteOf(EventLeft, name, "silent")
	}
	if err := s.board.save(s.held, s.bodies.len(), s.pace.rate()); err != nil {
		s.Log.Debug("showing the run", "error", err)
	}
}

// close shows how a session has ended. One that continues with another session shows nothing.
func (s *session) close(ctx context.Context, summary *experiment.Summary, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, again := errors.AsType[*wrongError](err); s.board == nil || again && ctx.Err() == nil {
		return
	}
	s.board.face.Ended, s.board.here = true, map[string]*presence{}
	switch {
	case err == nil:
		s.board.note(EventVerdict, "", verdictOf(summary))
	case errors.Is(err, context.Canceled):
		s.board.note(EventStopped, "", "")
	default:
		s.board.note(EventStopped, "", Quote(err.Error()))
	}
	s.show()
}

// verdictOf returns the outcome of a complete run.
func verdictOf(s *experiment.Summary) string {
	text := fmt.Sprintf("%d episodes", s.Episodes)
	if s.SPRT != nil {
		return fmt.Sprintf("%s after %s", s.SPRT.Verdict, text)
	}
	passed := 0
	for _, t := range s.Thresholds {
		if t.Passed {
			passed++
		}
	}
	if len(s.Thresholds) == 0 {
		return text
	}
	return fmt.Sprintf("%d of %d thresholds hold after %s", passed, len(s.Thresholds), text)
}

// limitTimes bounds the durations that a worker claims for the chunks of one result: they cannot sum
// to more than the time since it was given the work.
func limitTimes(chunks []*experiment.Chunk, most time.Duration) {
	for _, c := range chunks {
		if c.Times != nil {
			c.Times.Nanoseconds = max(min(c.Times.Nanoseconds, int64(most)), 1)
			most -= time.Duration(c.Times.Nanoseconds)
		}
	}
}
