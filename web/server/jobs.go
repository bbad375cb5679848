// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"sync"
	"time"
)

// jobs stores jobs for a while after they have ended.
type jobs struct {
	most  int
	bytes int // limit on the documents of ended jobs
	keep  time.Duration

	mu   sync.Mutex
	byID map[string]*Job
	ids  []string // oldest first
}

func newJobs(most, bytes int, keep time.Duration) *jobs {
	return &jobs{most: most, bytes: bytes, keep: keep, byID: map[string]*Job{}}
}

// add stores a new job. It returns false if all stored jobs are still running.
func (s *jobs) add(j *Job, now time.Time) bool {
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

func (s *jobs) get(id string) (*Job, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j, ok := s.byID[id]
	return j, ok
}

// sweep forgets jobs that ended long ago, and the oldest ones if their documents are too large.
func (s *jobs) sweep(now time.Time) {
	room := s.bytes
	for _, j := range s.byID {
		_, size := j.size()
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
		if stays(s.byID[id].size()) {
			kept = append(kept, id)
		} else {
			delete(s.byID, id)
		}
	}
	s.ids = kept
}
