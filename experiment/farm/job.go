// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"errors"
	"slices"
	"time"

	"github.com/veilplan/veil/experiment"
)

// body is a part of the run to be played, until there is an answer.
type body struct {
	spans   spans
	answer  chan *answer
	done    bool
	holders int                      // jobs that somebody plays
	losses  int                      // leases that ended without a result
	lostBy  map[string]time.Duration // workers that lost a lease, and when
	rescued bool                     // the run plays it itself
	queued  bool                     // it waits for a worker
	jobs    []*job
}

// job is the work given to a worker: a body, episodes to check, or both.
type job struct {
	work

	by     string
	body   *body // nil: only checks
	checks map[uint64]bool
	issued time.Duration
	beat   time.Duration // time of the last heartbeat
	moved  time.Duration // time of the last progress
	played uint64
	over   bool // the lease has ended; a result may still come
}

// answer is a result signed by a worker.
type answer struct {
	*result

	by     string
	chunks []*experiment.Chunk
	ack    func()
	err    error // if not nil, all there is
}

// ErrDead reports episodes that neither workers nor the run could play.
var ErrDead = errors.New("no worker could play these episodes")

// issue creates a job. It leaves out as many episodes of the body as there are checks, and these
// come back as part of another body: a worker that gets single episodes of older chunks cannot know
// whether they were played before.
func (s *session) issue(a ask, b *body, checks []uint64) *job {
	now, by := s.Clock(), a.by
	j := &job{by: by, body: b, checks: map[uint64]bool{}, issued: now, beat: now, moved: now}
	var all spans
	if b != nil {
		all = slices.Clone(b.spans)
		if b.losses == 0 && b.holders == 0 && all.episodes() >= uint64(4*len(checks)) {
			for range checks {
				all = all.without(s.random.Uint64N(all.episodes()))
			}
		}
		b.holders++
		b.jobs = append(b.jobs, j)
	}
	for _, e := range checks {
		j.checks[e] = true
		all = append(all, [2]uint64{e, e + 1})
	}
	slices.SortFunc(all, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	spec, hash, err := s.part(all)
	if err != nil {
		s.fail(err) // the run gave out episodes that it cannot describe
	}
	j.work = work{
		Build: s.Build, Run: s.run, Hash: hash, Spec: spec, Spans: all, Token: tokenOf(s.key, hash, by, a.key, all),
		Wait: s.Settings.Lease, Limit: s.Limit, For: by,
	}
	s.jobs[j.Token] = j
	s.held[by]++
	return j
}

// without removes the episode at a place.
func (s spans) without(at uint64) spans {
	for i, span := range s {
		n := span[1] - span[0]
		if at >= n {
			at -= n
			continue
		}
		e := span[0] + at
		parts := slices.DeleteFunc(spans{{span[0], e}, {e + 1, span[1]}}, func(p [2]uint64) bool { return p[0] == p[1] })
		return slices.Replace(slices.Clone(s), i, i+1, parts...)
	}
	return s
}

// isCheck reports whether a range was given as a check.
func (j *job) isCheck(c *experiment.Chunk) bool { return c.End == c.First+1 && j.checks[c.First] }

// episodes lists the checks of a job.
func (j *job) episodes() (all []uint64) {
	for e := range j.checks {
		all = append(all, e)
	}
	slices.Sort(all)
	return all
}

// end ends the lease of a job, with a result or without one.
func (s *session) end(j *job) {
	if j.over {
		return
	}
	j.over = true
	s.held[j.by]--
	s.ledger.Return(j.by, j.episodes(), s.Clock()-s.patience())
	if j.body != nil {
		j.body.holders--
	} else {
		delete(s.jobs, j.Token)
	}
}

// lose takes a job back. A worker whose lease ran out may hold fewer jobs from then on.
func (s *session) lose(j *job, ranOut bool) {
	if j.over {
		return
	}
	s.end(j)
	b := j.body
	if ranOut {
		s.credit[j.by] = max(1, s.creditOf(j.by)/2)
		s.Metrics.republished()
		s.remark(j.by, "a lease has ended without a result", "episodes", j.Spans.episodes())
	}
	if b == nil || b.done {
		return
	}
	if ranOut {
		b.losses++
		b.lostBy[j.by] = s.Clock()
	}
	if b.losses >= s.Settings.MaxTries {
		s.rescue(b)
	} else if b.holders == 0 {
		s.bodies.putBack(b)
	}
}

// answer completes a body.
func (s *session) answer(b *body, a *answer) {
	b.done = true
	for _, j := range b.jobs {
		s.end(j)
		delete(s.jobs, j.Token)
	}
	s.bodies.remove(b)
	b.answer <- a
}

// creditOf returns the number of jobs that a worker may hold.
func (s *session) creditOf(by string) int {
	const first = 8
	if n, ok := s.credit[by]; ok {
		return n
	}
	return min(first, s.Settings.MaxHeld)
}
