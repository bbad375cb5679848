// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// early collects results that arrived while no process of the run was active. They are stored
// together: after a minute without a run, a large farm has one for every worker, and an fsync for
// each would take minutes.
type early struct {
	chunks []*experiment.Chunk
	taken  []jetstream.Msg
}

// keep stores early results that are authentic and new, and returns the number of messages. They are
// checked like every stored result.
func (s *session) keep(messages <-chan jetstream.Msg) (n int, err error) {
	var e early
	for m := range messages {
		n++
		s.sort(&e, m)
	}
	if err := s.dir.StoreAll(e.chunks, nil); err != nil {
		return n, err
	}
	for _, m := range e.taken {
		s.ack(m)
	}
	return n, nil
}

// sort decides what happens to an early result.
func (s *session) sort(e *early, m jetstream.Msg) {
	a, v := s.examine(m)
	if v != accepted {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.turnDown(m, v)
		return
	}
	v = late
	limitTimes(a.chunks, 2*(s.Limit+s.Settings.Lease)) // the longest lease of a first holder
	for _, c := range a.chunks {
		c.Month = s.board.month()
		if s.dir.Lacks(c.First, c.End) && !e.overlaps(c) {
			v, e.chunks = accepted, append(e.chunks, c)
		}
	}
	e.taken = append(e.taken, m)
	s.Metrics.judged(v)
}

// overlaps reports whether another result has an episode of a chunk: two workers may have played it.
func (e *early) overlaps(c *experiment.Chunk) bool {
	return slices.ContainsFunc(e.chunks, func(o *experiment.Chunk) bool { return o.First < c.End && c.First < o.End })
}
