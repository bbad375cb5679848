// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// wrongError ends a session whose run directory may hold wrong episodes.
type wrongError struct{ worker, reason string }

func (e *wrongError) Error() string { return e.worker + ": " + e.reason }

// quarantine takes nothing more of a worker, here and in other runs.
func (s *session) quarantine(worker, reason string) *wrongError {
	s.mu.Lock()
	s.outcasts[worker] = true
	s.mu.Unlock()
	s.Metrics.quarantined()
	s.Log.Error("quarantine", "worker", worker, "reason", reason)
	ctx, cancel := context.WithTimeout(context.Background(), s.Settings.AckWait)
	defer cancel()
	if _, err := s.js.Publish(ctx, quarantineSubject+worker, []byte(reason)); err != nil {
		s.Log.Warn("the quarantine is not stored", "error", err)
	}
	return &wrongError{worker, reason}
}

// inspect looks into an answer before it is used: at what it calls a failure, at
// everything from a worker who was not found right yet, and at every fiftieth, chosen at
// random.
func (s *session) inspect(ctx context.Context, a *answer) error {
	if a.Error != "" {
		return s.inspectFailure(ctx, a)
	}
	if !s.chosen(a.by) {
		return nil
	}
	s.mu.Lock()
	s.checked++
	s.mu.Unlock()
	s.Metrics.checked()
	if s.otherThan(a.by) == 0 {
		return s.checkHere(ctx, a)
	}
	b, err := s.give(ctx, a.First, a.End, a.by)
	if errors.Is(err, ErrDead) {
		return s.checkHere(ctx, a)
	}
	if err != nil {
		return err
	}
	defer s.drop(b.Token)
	defer b.ack()
	return s.compare(ctx, a, b)
}

// chosen draws the lot of a chunk. Whoever is always wrong is found out by the first.
func (s *session) chosen(worker string) bool {
	if s.Random == nil || s.Check < 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.proved[worker] || s.Random.Float64() < s.Check
}

// prove notes that the work of workers was found right.
func (s *session) prove(workers ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range workers {
		s.proved[w] = true
	}
}

// isProved reports whether the work of a worker was found right before.
func (s *session) isProved(worker string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proved[worker]
}

// otherThan counts the workers of this build beside one.
func (s *session) otherThan(name string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.crew {
		if p.Worker != name && p.Build == s.Build && !s.outcasts[p.Worker] {
			n++
		}
	}
	return n
}

// inspectFailure plays the episode of which a worker says that it cannot be played.
func (s *session) inspectFailure(ctx context.Context, a *answer) error {
	if _, err := s.plan.Play(ctx, a.End, a.End+1, nil); err != nil {
		return err
	}
	return s.quarantine(a.by, fmt.Sprintf("it could not play episode %d: %s", a.End, a.Error))
}

// checkHere plays the chunk of an answer in this process: when there is nobody else to
// ask who can be believed.
func (s *session) checkHere(ctx context.Context, a *answer) error {
	c, err := s.plan.Play(ctx, a.First, a.End, nil)
	if err != nil {
		return err
	}
	if !bytes.Equal(c.Lines, a.lines) {
		return s.quarantine(a.by, fmt.Sprintf("episodes %d to %d are not what it played", a.First, a.End))
	}
	s.prove(a.by)
	return nil
}

// compare compares two answers to the same chunk. An answer that differs from what this
// process plays is wrong; both may be.
func (s *session) compare(ctx context.Context, a, b *answer) error {
	end := min(a.End, b.End)
	if b.Error == "" && a.End == b.End && a.Digest == b.Digest {
		if !s.isProved(a.by) && !s.isProved(b.by) { // they may be wrong in the same way
			return errors.Join(s.checkHere(ctx, a), s.checkHere(ctx, b))
		}
		s.prove(a.by, b.by)
		return nil
	}
	for index := a.First; index < end; index++ {
		mine, theirs := s.linesOf(a, index), s.linesOf(b, index)
		if !bytes.Equal(mine, theirs) {
			return errors.Join(s.judge(ctx, index, a), s.judge(ctx, index, b))
		}
	}
	if b.Error != "" {
		return s.inspectFailure(ctx, b)
	}
	return nil
}

// linesOf returns one episode of an answer: a line per policy.
func (s *session) linesOf(a *answer, index uint64) []byte {
	n := len(s.plan.Spec.Policies)
	rest := a.lines
	for range (index - a.First) * uint64(n) {
		rest = rest[bytes.IndexByte(rest, '\n')+1:]
	}
	size := 0
	for range n {
		size += bytes.IndexByte(rest[size:], '\n') + 1
	}
	return rest[:size]
}

// judge plays an episode and quarantines who has played it otherwise.
func (s *session) judge(ctx context.Context, index uint64, a *answer) error {
	c, err := s.plan.Play(ctx, index, index+1, nil)
	if err != nil {
		return err
	}
	if !bytes.Equal(c.Lines, s.linesOf(a, index)) {
		return s.quarantine(a.by, fmt.Sprintf("episode %d is not what it played", index))
	}
	return nil
}
