// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"fmt"
	"time"

	"github.com/veilplan/veil/experiment"
)

// rescue makes the run itself play a body after too many lost leases. Workers that lose it on
// purpose cannot end the run; only episodes that the run cannot play either do.
func (s *session) rescue(b *body) {
	if b.rescued {
		return
	}
	b.rescued = true
	s.Metrics.buried()
	s.Log.Warn("the run plays a chunk that no worker returns", "episodes", b.spans.episodes(), "leases", b.losses)
	s.background.Go(func() {
		chunks, err := s.playSpans(s.ctx, b.spans)
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case b.done || s.ctx.Err() != nil: // a late result was faster, or the session ends
		case len(chunks) == 0:
			s.answer(b, &answer{err: fmt.Errorf("episodes %d: %w: given out %d times, and the run failed too (%w)", b.spans, ErrDead, b.losses, err)})
		default:
			s.answer(b, &answer{chunks: chunks})
		}
	})
}

// playSpans plays what it can in the time that a worker has for a chunk. It gives up an episode
// that takes much longer.
func (s *session) playSpans(ctx context.Context, all spans) ([]*experiment.Chunk, error) {
	started := s.Clock()
	ctx, cancel := context.WithTimeout(ctx, s.rescueTime())
	defer cancel()
	enough := func(*experiment.Chunk) bool { return s.Clock()-started > s.Limit }
	var wanted []experiment.Span
	for _, span := range all {
		wanted = append(wanted, experiment.Span{First: span[0], End: span[1]})
	}
	return experiment.Each(func(ctx context.Context, first, end uint64) (*experiment.Chunk, error) {
		return s.plan.PlayUntil(ctx, first, end, s.Clock, enough)
	})(ctx, wanted)
}

// rescueTime is the time for which a worker may first hold a chunk.
func (s *session) rescueTime() time.Duration { return 2 * (s.Limit + s.Settings.Lease) }
