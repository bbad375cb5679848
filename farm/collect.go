// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// verdict is what becomes of a result.
type verdict string

const (
	accepted verdict = "accepted"
	late     verdict = "late"    // somebody else was faster, or the run knows it already
	foreign  verdict = "foreign" // of another run, spec or build
	forged   verdict = "forged"  // for a chunk that was never given out
	damaged  verdict = "damaged" // not what it says it is
	outcast  verdict = "outcast" // by a worker in quarantine
	again    verdict = "again"   // accepted before, and not yet stored
)

// recover stores the results that came while nobody was there to take them.
func (s *session) recover(ctx context.Context) error {
	var results jetstream.Consumer
	err := s.persist(ctx, "looking for results", func(ctx context.Context) (err error) {
		// A new consumer also gets what the last one was given and did not store.
		err = s.js.DeleteConsumer(ctx, resultStream, "run-"+s.run)
		if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		results, err = s.results(ctx)
		return err
	})
	for err == nil && ctx.Err() == nil {
		batch, failed := results.FetchNoWait(100)
		if failed != nil {
			return nil //nolint:nilerr // they are played again
		}
		n := 0
		for m := range batch.Messages() {
			n++
			err = errors.Join(err, s.keep(ctx, m))
		}
		if n == 0 {
			break
		}
	}
	return err
}

// results returns where the results of this run come in. A server that has lost its
// streams since they were set up gets them again: nobody else may notice in time.
func (s *session) results(ctx context.Context) (jetstream.Consumer, error) {
	c, err := s.Settings.setUpResults(ctx, s.js, s.run)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return c, err
	}
	if err := s.setUp(ctx); err != nil {
		return nil, err
	}
	return s.Settings.setUpResults(ctx, s.js, s.run)
}

// keep stores an early result, if it can be trusted and is news.
func (s *session) keep(ctx context.Context, m jetstream.Msg) error {
	a, v := s.examine(m)
	if v != accepted {
		s.turnDown(m, v)
		return nil
	}
	c := a.chunk(a.by)
	if a.Error != "" || c.First == c.End || !s.dir.Lacks(c.First, c.End) {
		s.turnDown(m, late)
		return nil
	}
	if s.chosen(a.by) {
		if err := s.checkHere(ctx, a); err != nil {
			return err
		}
	}
	if err := s.dir.Store(c, nil); err != nil {
		return err
	}
	s.Metrics.judged(accepted)
	s.ack(m)
	return nil
}

func (s *session) ack(m jetstream.Msg) {
	if err := m.Ack(); err != nil {
		s.Log.Debug("acknowledging a result", "error", err) // it comes again, and is late
	}
}

// collect takes results as they come.
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
	consuming, err := results.Consume(s.take, jetstream.PullMaxMessagesWithBytesLimit(256, 8*maxMessage),
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
	case <-consuming.Closed():
	}
	return failed
}

// gone reports whether a consumer has to be made again.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted) ||
		errors.Is(err, jetstream.ErrNoHeartbeat) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// take gives a result to whoever waits for it.
func (s *session) take(m jetstream.Msg) {
	a, v := s.examine(m)
	j := (*job)(nil)
	if a != nil {
		j = s.job(a.Token)
	}
	switch {
	case v != accepted:
	case j == nil:
		v = late
	case !j.take(a):
		v = again
	}
	s.Metrics.judged(v)
	switch v {
	case accepted, again: // acknowledged when it is stored
	case damaged, outcast:
		s.turnDown(m, v)
		s.redo(a, j, v)
	default:
		s.turnDown(m, v)
	}
}

// turnDown removes a result that is of no use.
func (s *session) turnDown(m jetstream.Msg, v verdict) {
	if v != late {
		s.Log.Warn("a result is refused", "from", m.Subject(), "because", string(v))
	}
	s.ack(m)
}

// redo gives out a chunk again whose result was refused: its worker has acknowledged it.
func (s *session) redo(a *answer, j *job, v verdict) {
	switch {
	case j == nil:
	case v == damaged:
		j.take(&answer{wrong: s.quarantine(a.by, "a result was not what it said it was")})
	default:
		j.repeat()
	}
}

// examine decides whether a result may be used. Whatever it returns beside accepted must
// not be stored.
func (s *session) examine(m jetstream.Msg) (*answer, verdict) {
	r, err := decodeResult(m.Data())
	by := m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
	if err != nil {
		return nil, damaged
	}
	a := &answer{result: r, by: by, ack: func() { s.ack(m) }}
	isWork, isCheck := s.token(r.First, r.Asked, false), s.token(r.First, r.Asked, true)
	switch {
	case r.Build != s.Build || r.Run != s.run || r.Hash != s.plan.Hash:
		return a, foreign
	case r.Token != isWork && r.Token != isCheck:
		return a, forged
	case s.isOutcast(by):
		return a, outcast
	}
	c := r.chunk(by)
	if c.Digest() != r.Digest || s.dir.Check(c) != nil {
		return a, damaged
	}
	if c.Times != nil {
		c.Times.Nanoseconds = max(c.Times.Nanoseconds, 1)
	}
	return a, accepted
}

func (s *session) isOutcast(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outcasts[name]
}

// play is the Play of [experiment.Options].
func (s *session) play(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
	a, err := s.give(ctx, first, end, "")
	if err != nil {
		return nil, err
	}
	if err := s.inspect(ctx, a); err != nil {
		return nil, err
	}
	c := a.chunk(a.by)
	c.Stored = func() {
		a.ack()
		s.drop(a.Token)
	}
	return c, nil
}
