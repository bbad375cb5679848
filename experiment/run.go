// SPDX-License-Identifier: BSD-3-Clause

package experiment

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Options say how to run an experiment. None of them changes a result.
type Options struct {
	// Workers play at the same time; 0 means one.
	Workers int
	// Chunk is the number of episodes that are stored at once; 0 means about a second
	// of work, or 100 without a clock.
	Chunk int
	// Clock measures times. Without one, none are recorded.
	Clock Clock
	// Progress, if not nil, is told how far the run is after every chunk, by one
	// worker at a time.
	Progress func(Progress)
}

// Progress is how far a run is.
type Progress struct {
	Have, Want uint64
	Session    uint64 // of those it has, played since the run was started
	Tallies    Tallies
}

// Tallies are rough results so far, one per policy.
type Tallies []Tally

// Tally is a rough result so far, for people who wait.
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

// Run plays the episodes that the directory does not have yet, and summarises all. If
// the context ends first, what was played until then is stored.
func Run(ctx context.Context, d *Dir, p *Plan, o Options) (*Summary, error) {
	r := &session{plan: p, dir: d, opts: o, queue: queue{gaps: d.missing(), stop: p.Spec.Episodes}}
	if err := r.recall(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var workers sync.WaitGroup
	for range max(o.Workers, 1) {
		workers.Go(func() {
			if err := r.work(ctx); err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	s, err := Summarize(d)
	if err != nil {
		return nil, err
	}
	return s, d.WriteSummary(s)
}

// session is one run of the command.
type session struct {
	plan  *Plan
	dir   *Dir
	opts  Options
	queue queue
	judge *judge

	mu      sync.Mutex
	have    uint64
	played  uint64
	tallies Tallies
}

// recall takes into account what earlier sessions played.
func (r *session) recall() error {
	r.tallies = newTallies(&r.plan.Spec)
	r.judge = newJudge(&r.plan.Spec)
	for e, err := range r.dir.Episodes() {
		if err != nil {
			return err
		}
		r.have++
		r.tallies.add(e)
		r.judge.add(e.Index, []sign{r.judge.sign(e)})
	}
	r.queue.until(r.judge.stop)
	return nil
}

// work plays chunks until none is left.
func (r *session) work(ctx context.Context) error {
	size := r.opts.Chunk
	if size == 0 {
		size = r.guessChunk()
	}
	for ctx.Err() == nil {
		s, ok := r.queue.take(uint64(size))
		if !ok {
			return nil
		}
		t := startTimes(r.opts.Clock, &r.plan.Spec)
		if err := r.chunk(ctx, s, t); err != nil {
			return err
		}
		if r.opts.Chunk == 0 && t != nil {
			size = adapt(size, t.clock()-t.start)
		}
	}
	return nil
}

func (r *session) guessChunk() int {
	if r.opts.Clock == nil {
		return 100
	}
	return 1
}

// adapt returns how many episodes should take a second, if size took that long; with
// care, because episodes differ.
func adapt(size int, took time.Duration) int {
	const target, most = time.Second, 1 << 16
	want := float64(size) * float64(target) / float64(max(took, 1))
	return int(min(max(want, float64(size)/4, 1), float64(size)*4, most))
}

// chunk plays and stores a stretch of episodes; if it is interrupted, as much of it as
// there is.
func (r *session) chunk(ctx context.Context, s span, t *chunkTimes) error {
	var lines []byte
	var failed error
	var e Episode
	signs := make([]sign, 0, s.end-s.first)
	tallies := newTallies(&r.plan.Spec)
	for index := s.first; index < s.end; index++ {
		if failed = r.plan.play(ctx, index, &e, t); failed != nil {
			s.end = index
			break
		}
		lines = r.plan.Spec.appendEpisode(lines, &e)
		signs = append(signs, r.judge.sign(&e))
		tallies.add(&e)
	}
	if s.first < s.end {
		err := r.dir.Append(s.first, s.end, lines)
		if err == nil {
			err = r.dir.addTimes(s, t)
		}
		if err != nil {
			return errors.Join(failed, err)
		}
		r.finish(s, signs, tallies)
	}
	return failed
}

// finish takes a stored chunk into account.
func (r *session) finish(s span, signs []sign, tallies Tallies) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.have += s.end - s.first
	r.played += s.end - s.first
	r.tallies.merge(tallies)
	r.queue.until(r.judge.add(s.first, signs))
	if r.opts.Progress != nil {
		r.opts.Progress(Progress{r.have, r.plan.Spec.Episodes, r.played, r.tallies})
	}
}

// queue hands out the episodes that are missing.
type queue struct {
	mu   sync.Mutex
	gaps []span
	stop uint64 // no episode from here on is wanted any more
}

func (q *queue) take(n uint64) (span, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.gaps) == 0 || q.gaps[0].first >= q.stop {
		return span{}, false
	}
	gap := &q.gaps[0]
	s := span{gap.first, min(gap.end, gap.first+n, q.stop)}
	if gap.first = s.end; gap.first == gap.end {
		q.gaps = q.gaps[1:]
	}
	return s, true
}

func (q *queue) until(stop uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stop = min(q.stop, stop)
}
