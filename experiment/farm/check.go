// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm/internal/audit"
)

// wrongError ends a session whose run directory may hold wrong episodes.
type wrongError struct{ worker, reason string }

func (e *wrongError) Error() string { return e.worker + ": " + e.reason }

// quarantine accepts nothing more from a worker in this run, and ends the session. Other runs
// decide for themselves, or by a statement of the farm: see [Keyring.Quarantine]. The proof, if
// there is one, is stored for the operator.
func (s *session) quarantine(worker, reason string, proof *Proof) {
	s.mu.Lock()
	known := s.outcasts[worker]
	s.outcasts[worker] = true
	s.mu.Unlock()
	if known {
		return
	}
	s.Metrics.quarantined()
	line := outcastLine{Worker: worker, Reason: reason, Proof: s.storeProof(worker, proof)}
	s.Log.Error("quarantine", "worker", Quote(worker), "reason", Quote(reason), "proof", line.Proof)
	s.mu.Lock()
	err := s.book.add(line)
	s.expel(worker, reason)
	s.mu.Unlock()
	if err != nil {
		s.Log.Warn("the quarantine is not stored", "error", err)
	}
	s.excluded(worker)
	s.fail(&wrongError{worker, reason})
}

func digest(lines []byte) audit.Digest {
	sum := sha256.Sum256(lines)
	return audit.Digest(sum[:16])
}

// digests returns the digest of each episode of a chunk. It splits the lines once: a chunk has up
// to a hundred thousand of them.
func (s *session) digests(c *experiment.Chunk) func(episode uint64) audit.Digest {
	lines := s.linesOf(c)
	return func(e uint64) audit.Digest { return digest(lines(e)) }
}

// linesOf returns the lines of each episode of a chunk.
func (s *session) linesOf(c *experiment.Chunk) func(episode uint64) []byte {
	policies := uint64(len(s.plan.Spec.Policies))
	starts := make([]int, 1, c.End-c.First+1)
	for at := 0; uint64(len(starts)) <= c.End-c.First; starts = append(starts, at) {
		size, _ := sizeOf(c.Lines[at:], policies)
		at += size
	}
	return func(e uint64) []byte {
		i := e - c.First
		return c.Lines[starts[i]:starts[i+1]]
	}
}

// compare compares replayed episodes with the claims about them.
func (s *session) compare(a *answer, c *experiment.Chunk) {
	said := s.digests(c)
	for e := c.First; e < c.End; e++ {
		s.ledger.Answer(c.By, e, said(e))
	}
	s.remember(a, c)
}

// inspectFailure plays the episode that a worker reported as unplayable.
func (s *session) inspectFailure(a *answer) {
	e := a.Spans.at(a.Played)
	if _, err := s.plan.Fresh().Play(s.ctx, e, e+1, nil); err != nil {
		s.fail(err)
		return
	}
	s.quarantine(a.by, fmt.Sprintf("reported episode %d as unplayable: %s", e, a.Error), a.against(proofFailure, e))
}

// at returns the episode at a place, or the last one.
func (s spans) at(place uint64) (e uint64) {
	for _, span := range s {
		if n := span[1] - span[0]; place >= n {
			place -= n
			e = span[1] - 1
			continue
		}
		return span[0] + place
	}
	return e
}

// own plays the episodes that the run itself must check: its share, and those with conflicting claims.
func (s *session) own(ctx context.Context) {
	for ctx.Err() == nil {
		s.mu.Lock()
		mine := s.ledger.Draw(audit.Run, 1)
		s.mu.Unlock()
		if len(mine) == 0 {
			pause(ctx, 20*time.Millisecond)
			continue
		}
		s.replay(ctx, mine[0])
	}
}

// backlog bounds the work that waits for the run, because the end of the run waits for it.
const backlog = 10 * time.Second

// replay plays an episode and quarantines the workers that claimed another result.
func (s *session) replay(ctx context.Context, e uint64) {
	started := s.Clock()
	c, err := s.plan.Fresh().Play(ctx, e, e+1, nil)
	if err != nil {
		s.fail(err)
		return
	}
	s.Metrics.replayed()
	s.mu.Lock()
	s.ownTime += (s.Clock() - started - s.ownTime) / 8
	s.ledger.Pace(1 + int(backlog*time.Duration(runtime.GOMAXPROCS(0))/max(s.ownTime, time.Microsecond)))
	liars := s.ledger.Settle(e, digest(c.Lines))
	s.mu.Unlock()
	if len(liars) > 0 {
		if err := s.plan.Carries(ctx, e); err != nil { // nobody lied
			s.fail(err)
			return
		}
	}
	for _, name := range liars {
		s.quarantine(name, fmt.Sprintf("wrong result for episode %d", e), s.provable(name, e))
	}
}

// settle waits until all required checks are done. It is the Settle of [experiment.Options]:
// nothing is summarised before.
func (s *session) settle(ctx context.Context) error {
	s.mu.Lock()
	s.settling = true
	impatient := s.Clock() + max(s.usual(), parked)
	s.mu.Unlock()
	for {
		s.mu.Lock()
		open := s.ledger.Open()
		if s.Clock() > impatient {
			s.ledger.Reclaim()
		}
		s.mu.Unlock()
		if open == 0 || ctx.Err() != nil {
			return context.Cause(ctx)
		}
		pause(ctx, 10*time.Millisecond)
	}
}

// recall records who has played the stored episodes, so that they are checked as the session that
// stored them would have done, or more strictly if a worker was caught since.
func (s *session) recall() error {
	forgotten, err := s.dir.Forgotten() // by an older version
	if err != nil {
		return err
	}
	s.ledger.Begin(forgotten + s.book.caught())
	all, err := s.dir.Contributions()
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(c experiment.Contribution) bool { return s.outcasts[c.By] })
	digests := map[uint64]audit.Digest{}
	for _, c := range all {
		s.ledger.Weigh(c.By, c.End-c.First)
		for _, e := range s.ledger.Pick(c.By, c.First, c.End) {
			digests[e] = audit.Digest{}
		}
	}
	found := map[uint64]audit.Digest{}
	err = s.dir.Lines(func(e uint64) bool { _, ok := digests[e]; return ok }, func(e uint64, lines []byte) { found[e] = digest(lines) })
	if err != nil {
		return err
	}
	for _, c := range all {
		s.ledger.Noted(c.By, c.First, c.End, found)
	}
	return nil
}
