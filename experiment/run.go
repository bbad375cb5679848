// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Options configure a run. None of them changes a result.
type Options struct {
	// Workers is the number of concurrent workers; 0 means one.
	Workers int
	// Chunk is the number of episodes that are stored together; 0 means about a second of work, or
	// 100 without a clock.
	Chunk int
	// Target is the intended duration of a chunk whose size is not given; 0 means a second.
	Target time.Duration
	// Clock measures times. Without one, none are recorded.
	Clock Clock
	// Play, if not nil, plays episodes elsewhere, for instance with [Each]. It returns at least
	// some of them or, if it fails, as many as it has; the others are handed out again. Every
	// worker calls it.
	Play func(ctx context.Context, spans []Span) ([]*Chunk, error)
	// Ready, if not nil, replaces Workers: it is called before a chunk is taken, and returns when
	// there is room for one more, with a function that releases the room.
	Ready func(ctx context.Context) (release func(), err error)
	// Again lists stored episodes that must be played again, because their worker is no longer
	// trusted. They stay until they are replaced.
	Again []Span
	// Settle, if not nil, is called when every episode is stored, before they are
	// summarised. If it fails, so does the run.
	Settle func(ctx context.Context) error
	// Progress, if not nil, is called after every chunk with the progress, by one worker at a time.
	Progress func(Progress)
}

// Progress is the progress of a run.
type Progress struct {
	Have, Want uint64
	Session    uint64 // of Have, those played in this session
	Tallies    Tallies
	Tuned      string // where a run that tunes is; else empty
}

// Tallies are preliminary results, one per policy.
type Tallies []Tally

// Tally is a preliminary result of a policy.
type Tally struct {
	ID    string
	N     int
	Won   int
	Score float64 // sum
}

func newTallies(s *Spec) Tallies {
	t := make(Tallies, len(s.Policies))
	for i, p := range s.Policies {
		t[i].ID = p.ID
	}
	return t
}

func (t Tallies) add(e *Episode) {
	for i := range e.Plays {
		t[i].N++
		t[i].Score += e.Plays[i].Score
		if e.Plays[i].Outcome == Won {
			t[i].Won++
		}
	}
}

func (t Tallies) merge(o Tallies) {
	for i := range o {
		t[i].N += o[i].N
		t[i].Score += o[i].Score
		t[i].Won += o[i].Won
	}
}

// Run plays the missing episodes and summarises all. If the context ends first, the episodes played
// by then are stored. Running a paused run resumes it.
//
// Some episodes of a player that keeps a process between them are played again in fresh processes. If
// one differs, the run fails.
func Run(ctx context.Context, d *Dir, p *Plan, o Options) (_ *Summary, err error) {
	defer func() { err = errors.Join(err, p.Close()) }()
	if o.Play == nil {
		o.Play = Each(func(ctx context.Context, first, end uint64) (*Chunk, error) { return p.Play(ctx, first, end, o.Clock) })
	}
	var again cover // in order, however they were given
	for _, s := range d.there(o.Again) {
		again.add(s)
	}
	if _, err := d.Rewind(again); err != nil {
		return nil, err
	}
	r := &session{plan: p, dir: d, opts: o, again: again, queue: newQueue(together(d.missing(), again), p.Spec.Episodes)}
	if p.tuned != nil && o.Chunk == 0 {
		r.most = max(1, p.Spec.Tune.stage()/shares(o))
	}
	if err := errors.Join(Pause(d.Path, false), r.recall()); err != nil {
		return nil, err
	}
	if err := r.work(ctx); err != nil {
		return nil, err
	}
	if o.Settle != nil {
		if err := o.Settle(ctx); err != nil {
			return nil, err
		}
	}
	if err := p.compareFresh(ctx, d); err != nil {
		return nil, err
	}
	s, err := Summarize(d)
	if err != nil {
		return nil, err
	}
	return s, d.WriteSummary(s)
}

// together merges and sorts ranges that do not overlap.
func together(a, b []Span) []Span {
	return slices.SortedFunc(slices.Values(slices.Concat(a, b)), func(a, b Span) int { return cmp.Compare(a.First, b.First) })
}

// session is one run of the command.
type session struct {
	plan  *Plan
	again cover // episodes to be played again
	dir   *Dir
	opts  Options
	queue *queue
	judge *judge

	mu      sync.Mutex
	pace    int    // episodes in the next chunk
	most    uint64 // if not 0, the limit of a chunk
	have    uint64
	played  uint64
	tallies Tallies
}

// recall processes the episodes of earlier sessions.
func (r *session) recall() error {
	r.tallies = newTallies(&r.plan.Spec)
	r.judge = newJudge(&r.plan.Spec)
	for e, err := range r.dir.Episodes() {
		if err != nil {
			return err
		}
		if r.again.has(Span{e.Index, e.Index + 1}) {
			continue // treated as missing
		}
		r.have++
		r.tallies.add(e)
		r.judge.add(e.Index, []sign{r.judge.sign(e)})
	}
	r.queue.until(r.judge.stop)
	if err := r.plan.follow(r.dir, r.again); err != nil || r.plan.tuned == nil {
		return err
	}
	r.queue.open(r.plan.tuned.open())
	return nil
}

// shares returns into how many chunks an iteration of a run that tunes is divided at least: all
// workers should have a part of it, because none can begin the next one.
func shares(o Options) uint64 {
	switch {
	case o.Ready != nil:
		return 32 // a farm: nobody knows how many
	case o.Workers > 1:
		return 2 * uint64(o.Workers)
	default:
		return 1
	}
}

// work plays chunks until none is left.
func (r *session) work(ctx context.Context) error {
	r.pace = r.guessChunk()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	room := make(chan struct{}, max(r.opts.Workers, 1))
	var workers sync.WaitGroup
	for {
		r.nap(ctx)
		release, err := r.ready(ctx, room)
		if err != nil {
			cancel(err)
			break
		}
		spans := r.queue.take(r.size())
		if spans == nil || ctx.Err() != nil {
			release()
			break
		}
		workers.Go(func() {
			defer release()
			left, err := r.play(ctx, spans)
			if err != nil {
				cancel(err)
			}
			r.queue.done(left)
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// ready waits until another chunk can be played.
func (r *session) ready(ctx context.Context, room chan struct{}) (release func(), err error) {
	if r.opts.Ready != nil {
		return r.opts.Ready(ctx)
	}
	select {
	case room <- struct{}{}:
	case <-ctx.Done():
	}
	return func() { <-room }, ctx.Err()
}

// play plays episodes, stores them, and returns those that are left.
func (r *session) play(ctx context.Context, spans []Span) (left []Span, err error) {
	chunks, failed := r.opts.Play(ctx, spans)
	left = spans
	for _, c := range chunks {
		var ok bool
		if left, ok = without(left, c); !ok {
			return spans, errors.Join(failed, fmt.Errorf("%w: asked for episodes %v", ErrDamaged, spans))
		}
	}
	if err := r.store(chunks); err != nil {
		return spans, errors.Join(failed, err)
	}
	if failed == nil && len(chunks) == 0 {
		failed = fmt.Errorf("%w: none of the episodes %v", ErrDamaged, spans)
	}
	if r.opts.Chunk == 0 && failed == nil {
		r.adapt(chunks)
	}
	return left, failed
}

// without removes the episodes of a chunk from the ranges that contain them.
func without(spans []Span, c *Chunk) (left []Span, ok bool) {
	for _, s := range spans {
		if c == nil || c.First < s.First || c.First >= c.End || c.End > s.End {
			left = append(left, s)
			continue
		}
		ok = true
		for _, part := range []Span{{s.First, c.First}, {c.End, s.End}} {
			if part.First < part.End {
				left = append(left, part)
			}
		}
	}
	return left, ok
}

// size returns the number of episodes of the next chunk.
func (r *session) size() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.most > 0 {
		return min(uint64(r.pace), r.most)
	}
	return uint64(r.pace)
}

// guessChunk returns the size of the first chunks. With a clock it is 1, as adapt soon finds a better
// one; without a clock nothing adapts it.
func (r *session) guessChunk() int {
	switch {
	case r.opts.Chunk > 0:
		return r.opts.Chunk
	case r.opts.Clock == nil:
		return 100
	default:
		return 1
	}
}

// adapt sizes the next chunks by the played ones. Episodes differ, so pace limits a step to a factor of four.
func (r *session) adapt(played []*Chunk) {
	all := Chunk{Times: &ChunkTimes{}}
	for _, c := range played {
		if c.Times == nil {
			return
		}
		all.End += c.End - c.First
		all.Lines = append(all.Lines, c.Lines...)
		all.Times.Nanoseconds += c.Times.Nanoseconds
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pace = pace(&all, cmp.Or(r.opts.Target, time.Second))
}

// pace returns the number of episodes that take the target time or fill a chunk of acceptable size,
// judging by a chunk.
func pace(c *Chunk, target time.Duration) int {
	const most, bytes = 1 << 16, 4 << 20
	size := float64(c.End - c.First)
	want := size * min(float64(target)/float64(max(c.Times.Nanoseconds, 1)), bytes/float64(max(len(c.Lines), 1)))
	return int(min(max(want, size/4, 1), size*4, most))
}

// store stores played chunks and processes them. A farm returns hundreds of chunks at once, of one
// episode each.
func (r *session) store(chunks []*Chunk) error {
	if len(chunks) == 0 {
		return nil
	}
	for _, c := range chunks {
		c.replaces = r.again.has(Span{c.First, c.End})
	}
	var signs []sign
	var differences []float64
	tallies := newTallies(&r.plan.Spec)
	err := r.dir.StoreAll(chunks, func(e *Episode) {
		signs = append(signs, r.judge.sign(e))
		tallies.add(e)
		if t := r.plan.Spec.Tune; t != nil {
			differences = append(differences, t.difference(e))
		}
	})
	if err != nil {
		return err
	}
	for _, c := range chunks {
		if c.Stored != nil {
			c.Stored()
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tallies.merge(tallies)
	for _, c := range chunks {
		n := c.End - c.First
		r.have += n
		r.played += n
		r.queue.until(r.judge.add(c.First, signs[:n:n]))
		signs = signs[n:]
		if r.plan.tuned != nil {
			r.climb(c.First, differences[:n])
			differences = differences[n:]
		}
	}
	if r.opts.Progress != nil {
		r.opts.Progress(Progress{r.have, r.plan.Spec.Episodes, r.played, r.tallies, r.plan.tuned.line()})
	}
	return nil
}

// climb passes scores to a run that tunes.
func (r *session) climb(first uint64, differences []float64) {
	var open uint64
	for i, d := range differences {
		open = r.plan.tuned.see(first+uint64(i), d)
	}
	r.queue.open(open)
}
