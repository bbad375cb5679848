// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// sweep finds chunks that got lost, for as long as the run lasts.
func (s *session) sweep(ctx context.Context) {
	advisory := "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + workStream + "." + consumerOf(s.Build)
	deaths, err := s.Conn.Subscribe(advisory, func(m *nats.Msg) { s.bury(ctx, m) })
	if err == nil {
		defer deaths.Unsubscribe() //nolint:errcheck // the run ends
	}
	ticker := time.NewTicker(s.Settings.AckWait)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.lookForLost(ctx)
		}
	}
}

// bury handles a chunk that was given out as often as allowed. The server would keep it,
// and never give it out again.
func (s *session) bury(ctx context.Context, m *nats.Msg) {
	var notice struct {
		Seq uint64 `json:"stream_seq"`
	}
	if json.Unmarshal(m.Data, &notice) != nil {
		return
	}
	for _, j := range s.allJobs() {
		j.mu.Lock()
		its := j.seq == notice.Seq
		j.mu.Unlock()
		if its {
			s.Metrics.buried()
			s.Log.Warn("a chunk was given out in vain", "first", j.First, "end", j.End, "times", s.Settings.MaxDeliver)
			s.unqueue(ctx, notice.Seq)
			j.died()
		}
	}
}

func (s *session) unqueue(ctx context.Context, seq uint64) {
	stream, err := s.js.Stream(ctx, workStream)
	if err == nil {
		err = stream.DeleteMsg(ctx, seq)
	}
	if err != nil {
		s.Log.Debug("removing a chunk", "error", err)
	}
}

// lookForLost publishes again what is neither in the queue nor in the results: because a
// server lost it, or a worker acknowledged it and lied. And what has been in the queue
// for far too long: because the notice of its death was lost.
func (s *session) lookForLost(ctx context.Context) {
	stream, err := s.js.Stream(ctx, workStream)
	if err == nil {
		_, err = stream.Consumer(ctx, consumerOf(s.Build))
	}
	if err != nil {
		if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
			_ = s.setUp(ctx) // if it fails: the next time
		}
		return
	}
	for _, j := range s.allJobs() {
		if ctx.Err() != nil {
			return
		}
		if age, seq, open := j.age(s.Clock()); open && age > 2*s.Settings.AckWait {
			_, err := stream.GetMsg(ctx, seq)
			lost := errors.Is(err, jetstream.ErrMsgNotFound)
			if j.missing(lost, age, s.Settings.AckWait*time.Duration(s.Settings.MaxDeliver+2)) {
				s.Log.Warn("a chunk got lost and is given out again", "first", j.First, "end", j.End)
				j.repeat()
			}
		}
	}
}

func (j *job) age(now time.Duration) (age time.Duration, seq uint64, open bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return now - j.since, j.seq, !j.answered && j.seq > 0
}

// missing decides whether to publish a job again: if it was not found twice, because its
// result may be on the way; or if it takes longer than the longest chunk, then twice as
// long, and so on.
func (j *job) missing(lost bool, age, longest time.Duration) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if lost {
		j.missed++
		return j.missed > 1
	}
	return age > longest<<min(j.rounds-1, 16)
}

// count asks who is there, sizes the window accordingly, and answers those who ask.
func (s *session) count(ctx context.Context) {
	pings, err := s.Conn.Subscribe(pingSubject, func(m *nats.Msg) {
		if err := respond(m, s.pong()); err != nil {
			s.Log.Debug("answering", "error", err)
		}
	})
	if err == nil {
		defer pings.Unsubscribe() //nolint:errcheck // the run ends
	}
	for alone := 0; ctx.Err() == nil; pause(ctx, 3*time.Second) {
		crew, err := Ask(ctx, s.Conn, 2*time.Second, s.Build)
		if err != nil {
			continue
		}
		mine, others := s.meet(crew)
		s.window.resize(2 * mine)
		if mine > 0 {
			alone = 0
		} else if alone++; alone == 1 {
			s.Log.Warn("no worker of this build is connected", "build", s.Build, "others", others)
		}
	}
}

// meet counts the threads of this build's workers, and the workers of other builds.
func (s *session) meet(crew []Pong) (mine, others int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.crew = s.crew[:0]
	for _, p := range crew {
		switch {
		case p.Worker == "" || s.outcasts[p.Worker]:
		case p.Build != s.Build:
			others++
		default:
			s.crew = append(s.crew, p)
			mine += p.Threads
		}
	}
	s.Metrics.crew(len(s.crew), s.window.size)
	return mine, others
}

func (s *session) pong() Pong {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Pong{
		Run: s.plan.Spec.Name, Build: s.Build, Have: s.at.Have, Want: s.at.Want, Out: len(s.jobs), Rate: s.pace.rate(), Checked: s.checked,
	}
}

// progressed notes how far the run is.
func (s *session) progressed(at experiment.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = at
	s.pace.add(s.Clock(), at.Session)
	s.Metrics.progress(at)
}

// pace measures how fast a run has been lately.
type pace struct {
	times    []time.Duration
	episodes []uint64
}

func (p *pace) add(now time.Duration, episodes uint64) {
	p.times, p.episodes = append(p.times, now), append(p.episodes, episodes)
	for len(p.times) > 2 && now-p.times[1] > time.Minute {
		p.times, p.episodes = p.times[1:], p.episodes[1:]
	}
}

// rate returns episodes a second.
func (p *pace) rate() float64 {
	n := len(p.times)
	if n < 2 {
		return 0
	}
	seconds := (p.times[n-1] - p.times[0]).Seconds()
	return float64(p.episodes[n-1]-p.episodes[0]) / max(seconds, 1e-9)
}
