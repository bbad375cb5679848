// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"runtime"
)

// Chunk is a range of played episodes: the unit that a worker returns.
type Chunk struct {
	First uint64 // first episode
	End   uint64 // one after the last episode
	// Lines are the episodes in their stored form: a function of the spec and the range, so two
	// workers that played the same range must agree in every byte.
	Lines []byte
	Times *ChunkTimes // nil if nothing was measured
	// By names the worker that played the chunk, and is empty for this process: see [Options.Again].
	By string
	// Month is when the chunk was played, such as 2026-11; empty if nobody counts: see [Dir.Accounts].
	Month string
	// Stored, if not nil, is called once the chunk is on the disk.
	Stored func()

	replaces bool // the stored episodes of this range are replaced
}

// Digest returns the SHA-256 of the chunk's content.
func (c *Chunk) Digest() string {
	sum := sha256.Sum256(c.Lines)
	return hex.EncodeToString(sum[:])
}

// ErrDamaged reports a chunk whose lines are not the episodes of its range.
var ErrDamaged = errors.New("the lines of a chunk are not its episodes")

// Play plays the episodes in [first, end). If it fails or is interrupted, the chunk contains the
// episodes played until then.
func (p *Plan) Play(ctx context.Context, first, end uint64, clock Clock) (*Chunk, error) {
	return p.PlayUntil(ctx, first, end, clock, func(*Chunk) bool { return false })
}

// Each makes the Play of [Options] from a function that plays one range. It stops when that
// function returns fewer episodes than requested.
func Each(play func(ctx context.Context, first, end uint64) (*Chunk, error)) func(context.Context, []Span) ([]*Chunk, error) {
	return func(ctx context.Context, spans []Span) (played []*Chunk, err error) {
		for _, s := range spans {
			c, err := play(ctx, s.First, s.End)
			if err == nil || c != nil && c.End > c.First {
				played = append(played, c)
			}
			if err != nil || c == nil || c.End < s.End {
				return played, err
			}
		}
		return played, nil
	}
}

// PlayUntil is Play that stops after an episode once enough reports true.
func (p *Plan) PlayUntil(ctx context.Context, first, end uint64, clock Clock, enough func(*Chunk) bool) (*Chunk, error) {
	if p.Spec.keeps(CPU) {
		runtime.LockOSThread() // CPU time is measured per thread
		defer runtime.UnlockOSThread()
	}
	watch := startWatch(clock, &p.Spec)
	table := p.table(end, watch.moveClock())
	c := &Chunk{First: first, End: first}
	var e Episode
	for c.End < end && (c.End == first || !enough(c)) {
		if err := p.play(ctx, c.End, &e, table, watch); err != nil {
			return c, err
		}
		c.Lines = p.Spec.appendEpisode(c.Lines, &e)
		c.End++
	}
	c.Times = watch.times()
	return c, nil
}

// play plays one episode with every policy.
func (p *Plan) play(ctx context.Context, index uint64, e *Episode, t *table, w *watch) error {
	e.Index = index
	e.Plays = append(e.Plays[:0], make([]Play, len(p.Spec.Policies))...)
	for i := range p.Spec.Policies {
		rec := &e.record
		err := t.play(ctx, i, index, rec)
		if err == nil && p.Spec.Policies[i].MoveMS == 0 {
			err = rec.Check()
		}
		if err == nil && (math.IsNaN(rec.Score) || math.IsInf(rec.Score, 0)) {
			err = fmt.Errorf("episode %d: score %v: want a finite number", index, rec.Score)
		}
		if err != nil {
			return fmt.Errorf("policy %s: %w", p.Spec.Policies[i].ID, err)
		}
		e.Plays[i] = p.Spec.extract(rec)
		w.add(i, rec.Plies)
	}
	return nil
}

// each parses the episodes of a chunk. All must be present, complete and in order.
func (d *decoder) each(c *Chunk, see func(*Episode)) error {
	e := Episode{Plays: make([]Play, len(d.heads))}
	rest := c.Lines
	for index := c.First; index < c.End; index++ {
		for policy := range d.heads {
			line, after, ok := bytes.Cut(rest, []byte("\n"))
			if !ok || !d.line(line, policy, &e) || e.Index != index {
				return fmt.Errorf("%w: episode %d", ErrDamaged, index)
			}
			rest = after
		}
		see(&e)
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: unexpected text after episode %d", ErrDamaged, c.End-1)
	}
	return nil
}
