// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"crypto/hmac"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// verdict is the decision about a result.
type verdict string

const (
	accepted verdict = "accepted"
	late     verdict = "late"     // another worker was faster, or the run has it already
	foreign  verdict = "foreign"  // of another run, spec or build
	forged   verdict = "forged"   // for a chunk that was never given out
	damaged  verdict = "damaged"  // the content does not match the head
	outcast  verdict = "outcast"  // by a worker in quarantine
	unsigned verdict = "unsigned" // not by the worker of its subject: no evidence against anybody
	again    verdict = "again"    // accepted before, and not yet stored
)

// recover stores the results that arrived while no process of this run was active.
func (s *session) recover(ctx context.Context) error {
	var results jetstream.Consumer
	err := s.persist(ctx, "looking for results", func(ctx context.Context) (err error) {
		if results, err = s.results(ctx); err != nil {
			return err
		}
		if !canReset(s.Conn) {
			return nil // it redelivers after the lease
		}
		// Redeliver also the results that the last process took and did not store.
		_, err = s.js.ResetConsumer(ctx, resultStream, s.consumer())
		return err
	})
	for err == nil && ctx.Err() == nil {
		batch, failed := results.FetchNoWait(100)
		if failed != nil {
			return nil //nolint:nilerr // the episodes are played again
		}
		n := 0
		if n, err = s.keep(batch.Messages()); n == 0 {
			break
		}
	}
	return err
}

// results returns the consumer of this run's results. It recreates the streams of a server that has
// lost them since setup: nobody else may notice in time.
func (s *session) results(ctx context.Context) (jetstream.Consumer, error) {
	c, err := s.setUpResults(ctx)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return c, err
	}
	if err := s.setUp(ctx); err != nil {
		return nil, err
	}
	return s.setUpResults(ctx)
}

func (s *session) ack(m jetstream.Msg) {
	if err := m.Ack(); err != nil {
		s.Log.Debug("acknowledging a result", "error", err) // redelivered, and then late
	}
}

// collect receives results as they arrive.
func (s *session) collect(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.collectSome(ctx)
		if ctx.Err() == nil {
			s.Log.Warn("waiting for results", "error", err)
			pause(ctx, 500*time.Millisecond)
		}
	}
}

func (s *session) collectSome(ctx context.Context) error {
	attempt, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	results, err := s.results(attempt)
	if err != nil {
		return err
	}
	var failed error
	consuming, err := results.Consume(admit(&s.door, s.take), jetstream.PullMaxMessagesWithBytesLimit(256, 8*maxMessage),
		jetstream.PullHeartbeat(2*time.Second), jetstream.PullExpiry(10*time.Second),
		jetstream.ConsumeErrHandler(func(c jetstream.ConsumeContext, err error) {
			s.Log.Debug("taking results", "error", err)
			if gone(err) {
				failed = err
				c.Stop()
			}
		}))
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		consuming.Stop()
		<-consuming.Closed()
		return ctx.Err() // not failed, which may be written this moment
	case <-consuming.Closed():
		return failed
	}
}

// gone reports whether a consumer must be created again.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) ||
		errors.Is(err, jetstream.ErrNoHeartbeat) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// take passes a result to the job that waits for it.
func (s *session) take(m jetstream.Msg) {
	a, v := s.examine(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	if v == accepted {
		v = s.accept(a)
	}
	s.Metrics.judged(v)
	switch v {
	case accepted: // acknowledged when it is stored
	case again: // not yet on the disk
	case damaged:
		s.turnDown(m, v)
		s.background.Go(func() { s.quarantine(a.by, "a result does not match its head", a.against(proofDigest, 0)) })
	default:
		s.turnDown(m, v)
	}
}

// accept processes an answer: missing episodes are stored, all others are compared with the claims
// of other workers.
func (s *session) accept(a *answer) verdict {
	j := s.jobs[a.Token]
	if j == nil && s.storing[a.Token] {
		return again
	}
	s.ledger.Seen(a.by, s.Clock())
	var news []*experiment.Chunk
	for _, c := range a.chunks {
		if j != nil && j.body != nil && !j.isCheck(c) {
			news = append(news, c)
		} else {
			s.compare(a, c)
		}
	}
	if a.Error != "" {
		s.background.Go(func() { s.inspectFailure(a) })
		news = nil
	}
	if j == nil {
		return late
	}
	if !j.over {
		s.typical += (s.Clock() - j.issued - s.typical) / 8
		s.credit[a.by] = min(s.creditOf(a.by)+1, s.Settings.MaxHeld)
	}
	if len(news) == 0 {
		s.lose(j, false)
		s.deal()
		return late
	}
	s.hand(j, a, news)
	return accepted
}

// hand passes the played episodes to the run. The result is acknowledged when all of it is stored.
func (s *session) hand(j *job, a *answer, news []*experiment.Chunk) {
	limitTimes(news, s.Clock()-j.issued)
	s.board.consent(a.by, a.Public)
	for _, c := range news {
		c.Month = s.board.month()
		s.ledger.Played(a.by, c.First, c.End, s.digests(c))
		s.remember(a, c)
	}
	a.chunks = news
	s.storing[a.Token] = true
	news[len(news)-1].Stored = func() {
		a.ack()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.storing, a.Token)
		for _, c := range news {
			s.replaced(c)
		}
	}
	s.answer(j.body, a)
}

// turnDown discards a result that cannot be used.
func (s *session) turnDown(m jetstream.Msg, v verdict) {
	if by := lastWord(m.Subject()); v != late {
		s.remark(by, "a result is refused", "because", string(v))
		s.refuse(by, v)
	}
	s.ack(m)
}

// examine decides whether a result may be used. Only an accepted result may be stored. A token is
// valid for one worker only.
func (s *session) examine(m jetstream.Msg) (*answer, verdict) {
	by := lastWord(m.Subject())
	if s.isOutcast(by) {
		return nil, outcast
	}
	r, err := decodeResult(m.Data())
	if r == nil || !word(by) || r.By != by || s.registry.check(r.Statement, by, r.Key, RoleWorker) != nil {
		return nil, unsigned
	}
	a := &answer{result: r, by: by, ack: func() { s.ack(m) }}
	hash, known := s.hashOf(r.Spans)
	switch {
	case r.Build != s.Build || r.Run != s.run || !known || r.Hash != hash:
		return a, foreign
	case !hmac.Equal([]byte(r.Token), []byte(tokenOf(s.key, hash, by, r.Key, r.Spans))):
		return a, forged
	case err != nil || digestOf(r.lines) != r.Digest:
		return a, damaged
	}
	if a.chunks, err = r.chunks(by, len(s.plan.Spec.Policies)); err != nil || rootText(r.leaves()) != r.Root {
		return a, damaged
	}
	for _, c := range a.chunks {
		if s.dir.Check(c) != nil {
			return a, damaged
		}
		if c.Times != nil {
			c.Times.Nanoseconds = max(c.Times.Nanoseconds, 1)
		}
	}
	return a, accepted
}

func (s *session) isOutcast(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outcasts[name]
}
