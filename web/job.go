// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/veilplan/veil/analysis"
)

// job is an analysis as a resource: it runs on after the request that asked for it.
type job struct {
	id     string
	client string
	stop   context.CancelFunc
	done   chan struct{} // closed at the end
	wanted atomic.Bool   // somebody wants to know how far it is

	mu      sync.Mutex
	changed chan struct{} // closed, and replaced, at every change
	events  []event
	latest  *analysis.MinesAnalysis // in the orientation of the question, while it runs
	body    []byte                  // the last document, encoded, once done
	fault   error
	ended   time.Time
}

// event is one step of a job's progress.
type event struct {
	seq  int
	name string
	data []byte
}

// progress is what an event tells before the last, which tells the whole document.
type progress struct {
	Seq   int            `json:"seq"`
	State string         `json:"state"`
	Best  []string       `json:"best,omitempty"`
	Value analysis.Value `json:"value"`
	Nodes uint64         `json:"nodes,omitempty"`
}

func newID() string { return "an_" + rand.Text() }

// tell keeps a document and announces it.
func (j *job) tell(doc *analysis.MinesAnalysis) {
	doc.ID = j.id
	j.mu.Lock()
	defer j.mu.Unlock()
	j.latest = doc
	p := progress{Seq: len(j.events) + 1, State: doc.State, Best: doc.Best, Value: doc.Value}
	if doc.Work != nil {
		p.Nodes = doc.Work.Nodes
	}
	j.announce("progress", analysis.Encode(p))
}

func (j *job) announce(name string, data []byte) {
	j.events = append(j.events, event{len(j.events) + 1, name, data})
	close(j.changed)
	j.changed = make(chan struct{})
}

// finish ends the job. One that was stopped keeps what was proved by then.
func (j *job) finish(doc *analysis.MinesAnalysis, err error, now time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if stopped(err) && j.latest != nil {
		partial := *j.latest
		partial.State, partial.Cut = analysis.Partial, true
		doc, err = &partial, nil
	}
	j.ended, j.fault = now, err
	if err != nil {
		j.latest = nil
		j.announce("problem", analysis.Encode(problemOf(err).Problem))
	} else {
		doc.ID = j.id
		j.latest, j.body = nil, analysis.Encode(doc) // the text alone: it is kept, and easier on the collector
		j.announce("done", j.body)
	}
	close(j.done)
}

// stopped reports an end that somebody asked for.
func stopped(err error) bool {
	p, ok := errors.AsType[*analysis.Problem](err)
	return errors.Is(err, context.Canceled) || ok && p.Type == analysis.Cancelled
}

// status returns the document so far, or why there is none. It is nil, nil while nothing is
// known yet.
func (j *job) status() (body []byte, done bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case !j.ended.IsZero():
		return j.body, true, j.fault
	case j.latest != nil:
		return analysis.Encode(j.latest), false, nil
	default:
		return nil, false, nil
	}
}

// since returns the events after a number, and a channel that is closed when there are more.
func (j *job) since(seq int) (events []event, over bool, more <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	seq = min(max(seq, 0), len(j.events))
	return j.events[seq:len(j.events):len(j.events)], !j.ended.IsZero(), j.changed
}

// jobs keeps jobs for a while after they ended.
type jobs struct {
	most  int
	bytes int // of documents of jobs that ended
	keep  time.Duration

	mu   sync.Mutex
	byID map[string]*job
	ids  []string // oldest first
}

func newJobs(most, bytes int, keep time.Duration) *jobs {
	return &jobs{most: most, bytes: bytes, keep: keep, byID: map[string]*job{}}
}

// add keeps a new job. It is false if all that are kept still run.
func (s *jobs) add(j *job, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep(now)
	if len(s.byID) >= s.most && !s.dropOldest() {
		return false
	}
	s.byID[j.id] = j
	s.ids = append(s.ids, j.id)
	return true
}

func (s *jobs) get(id string) (*job, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, ok := s.byID[id]
	return j, ok
}

// sweep forgets jobs that ended long ago, and the oldest if their documents are too large.
func (s *jobs) sweep(now time.Time) {
	room := s.bytes
	for _, j := range s.byID {
		_, size := j.end()
		room -= size
	}
	s.filter(func(ended time.Time, size int) bool {
		if ended.IsZero() || room >= 0 && now.Sub(ended) < s.keep {
			return true
		}
		room += size
		return false
	})
}

// dropOldest forgets the oldest job that has ended.
func (s *jobs) dropOldest() bool {
	dropped := false
	s.filter(func(ended time.Time, _ int) bool {
		if dropped || ended.IsZero() {
			return true
		}
		dropped = true
		return false
	})
	return dropped
}

func (s *jobs) filter(stays func(ended time.Time, size int) bool) {
	kept := s.ids[:0]
	for _, id := range s.ids {
		if stays(s.byID[id].end()) {
			kept = append(kept, id)
		} else {
			delete(s.byID, id)
		}
	}
	s.ids = kept
}

// end returns when a job ended and the size of its document.
func (j *job) end() (at time.Time, size int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ended, len(j.body)
}
