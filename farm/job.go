// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// job is a chunk that was given out, until its result is stored.
type job struct {
	work
	answer chan *answer
	again  chan struct{} // it is lost: publish it again

	mu       sync.Mutex
	answered bool
	seq      uint64        // in the work stream
	since    time.Duration // when it was published
	missed   int           // how often it was looked for in vain
	deaths   int           // how often every delivery failed
	rounds   int           // how often it was published
}

// answer is a result that a worker stands for.
type answer struct {
	*result
	by  string
	ack func()
	// wrong, if not nil, is all there is: the worker turned out not to be trusted.
	wrong error
}

// ErrDead reports a chunk that nobody could play.
var ErrDead = errors.New("nobody could play it")

// maxDeaths is how often a chunk may be given out MaxDeliver times before the run gives
// up.
const maxDeaths = 3

// give gives out a chunk and waits for its answer.
func (s *session) give(ctx context.Context, first, end uint64, not string) (*answer, error) {
	j := &job{answer: make(chan *answer, 1), again: make(chan struct{}, 1)}
	j.work = work{
		Build: s.Build, Run: s.run, Hash: s.plan.Hash, Spec: s.spec, First: first, End: end,
		Token: s.token(first, end, not != ""), Wait: s.Settings.AckWait, Limit: s.Limit, Not: not,
	}
	s.mu.Lock()
	s.jobs[j.Token] = j
	s.mu.Unlock()
	for {
		if err := s.persist(ctx, "giving out a chunk", func(ctx context.Context) error { return s.publish(ctx, j) }); err != nil {
			return nil, err
		}
		select {
		case a := <-j.answer:
			return a, a.wrong
		case <-j.again:
			if j.dead() {
				return nil, fmt.Errorf("episodes %d to %d: %w, though they were given out %d times", first, end-1, ErrDead, maxDeaths*s.Settings.MaxDeliver)
			}
			s.Metrics.republished()
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// token is that of a chunk, or of its check.
func (s *session) token(first, end uint64, check bool) string {
	return tokenOf(s.key, fmt.Sprint(s.plan.Hash, check), first, end)
}

// publish puts a job into the queue. Its id names the round, so that an attempt whose
// confirmation was lost is not stored twice.
func (s *session) publish(ctx context.Context, j *job) error {
	text, err := j.encode()
	if err != nil {
		return err
	}
	j.mu.Lock()
	id := fmt.Sprintf("%s-%s-%d", j.Token, s.nonce, j.rounds)
	j.mu.Unlock()
	ack, err := s.js.Publish(ctx, s.workSubject(), text, jetstream.WithMsgID(id))
	if errors.Is(err, jetstream.ErrNoStreamResponse) {
		// The server has lost its streams. It is never the only copy.
		err = errors.Join(err, s.setUp(ctx))
	}
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.seq, j.since, j.missed = ack.Sequence, s.Clock(), 0
	j.rounds++
	return nil
}

func (j *job) dead() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.deaths >= maxDeaths
}

// died notes that every delivery of a job failed.
func (j *job) died() {
	j.mu.Lock()
	j.deaths++
	j.mu.Unlock()
	j.repeat()
}

// repeat has a job published again.
func (j *job) repeat() {
	select {
	case j.again <- struct{}{}:
	default: // it is about to be
	}
}

// take hands an answer to whoever waits for it, once.
func (j *job) take(a *answer) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.answered {
		return false
	}
	j.answered = true
	j.answer <- a
	return true
}

// drop ends a job.
func (s *session) drop(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.jobs, token)
}

func (s *session) job(token string) *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.jobs[token]
}

func (s *session) allJobs() []*job {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*job, 0, len(s.jobs))
	for _, j := range s.jobs {
		all = append(all, j)
	}
	return all
}
