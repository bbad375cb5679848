// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// Worker takes chunks and plays them.
type Worker struct {
	Name  string // its own; see [CheckName]
	Build string // see [Build]
	// Resolve looks up the names in a spec.
	Resolve func(experiment.Spec) (*experiment.Plan, error)
	Threads int // chunks played at the same time; 0 means one
	Clock   experiment.Clock
	Log     *slog.Logger
	Metrics *Metrics
	// MaxLease is how long a worker holds on to a chunk without finishing an episode,
	// before it lets another one try; default an hour.
	MaxLease time.Duration

	plans       planCache
	compressors compressors
	bell        bell
	episodes    atomic.Uint64
	busy        atomic.Int64
	spoil       func(*result) // in tests, makes a result wrong
}

// ErrQuarantined reports a worker whose results were wrong.
var ErrQuarantined = errors.New("this worker's results were wrong, and the farm takes no more of them")

// CheckName says what is wrong with the name of a worker.
func CheckName(name string) error {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`).MatchString(name) {
		return fmt.Errorf("name %q: want up to 64 letters, digits, - and _", name)
	}
	return nil
}

// Work takes chunks until the context ends: then it finishes the episodes it is playing
// and returns what it has.
func (w *Worker) Work(ctx context.Context, nc *nats.Conn) error {
	w.Log = cmp.Or(w.Log, slog.New(slog.DiscardHandler))
	w.MaxLease = cmp.Or(w.MaxLease, time.Hour)
	if err := CheckName(w.Name); err != nil {
		return err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	// One inbox for all requests: a chunk that comes just after a request has timed out
	// is there when the next one is made. The newer interface gives every request an
	// inbox of its own, and such a chunk is lost until its lease ends; on a busy machine
	// with thousands of workers that was nearly all of them.
	queues, err := nc.JetStream(nats.MaxWait(patient))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	unsubscribe, err := w.listen(nc, cancel)
	if err != nil {
		return err
	}
	defer unsubscribe()
	var threads sync.WaitGroup
	for thread := range max(w.Threads, 1) {
		threads.Go(func() { w.loop(ctx, js, queues, newBackoff(w.Name, thread)) })
	}
	threads.Wait()
	if err := context.Cause(ctx); errors.Is(err, ErrQuarantined) {
		return err
	}
	return nil
}

// listen answers those who ask who is there, and hears if this worker is quarantined.
func (w *Worker) listen(nc *nats.Conn, cancel context.CancelCauseFunc) (stop func(), err error) {
	pings, err := nc.Subscribe(pingSubject, func(m *nats.Msg) { w.pong(m) })
	if err != nil {
		return nil, err
	}
	bad, err := nc.Subscribe(quarantineSubject+w.Name, func(m *nats.Msg) {
		cancel(fmt.Errorf("%w: %s", ErrQuarantined, m.Data))
	})
	if err != nil {
		return nil, err
	}
	return func() {
		w.note("leaving", errors.Join(pings.Unsubscribe(), bad.Unsubscribe()))
	}, nc.Flush()
}

// note logs an error that changes nothing.
func (w *Worker) note(what string, err error) {
	if err != nil {
		w.Log.Debug(what, "error", err)
	}
}

// loop serves the queue of this worker's build, as soon as there is one.
func (w *Worker) loop(ctx context.Context, js jetstream.JetStream, queues nats.JetStreamContext, b *backoff) {
	for ctx.Err() == nil {
		queue, err := queues.PullSubscribe(workSubject+w.Build+".>", "", nats.Bind(workStream, consumerOf(w.Build)))
		if err == nil {
			b.reset()
			err = errors.Join(w.serve(ctx, js, queue), queue.Unsubscribe())
		}
		// No run of this build yet, or no server: neither is worth a complaint.
		w.note("waiting for work", err)
		w.bell.wait(ctx, b)
	}
}

// serve plays one chunk after the other.
func (w *Worker) serve(ctx context.Context, js jetstream.JetStream, queue *nats.Subscription) error {
	asked := w.now()
	for ctx.Err() == nil {
		m, err := take(ctx, queue)
		if err != nil {
			return err
		}
		if m == nil {
			continue // nothing to do for a while
		}
		w.Metrics.leased(w.now() - asked)
		w.handle(ctx, js, m)
		asked = w.now()
	}
	return nil
}

// take asks for a chunk. It returns nil if there was none for a while.
func take(ctx context.Context, queue *nats.Subscription) (*nats.Msg, error) {
	asking, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	messages, err := queue.Fetch(1, nats.Context(asking))
	switch {
	case len(messages) > 0:
		return messages[0], nil
	case ctx.Err() != nil, errors.Is(err, nats.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return nil, nil
	default:
		return nil, err
	}
}

// handle plays a chunk. It is acknowledged only when its result is stored.
func (w *Worker) handle(ctx context.Context, js jetstream.JetStream, m *nats.Msg) {
	job, plan, err := w.open(m.Data)
	switch {
	case err != nil:
		w.Log.Error("a chunk is refused", "error", err)
		w.note("refusing a chunk", m.Term())
		return
	case job.Not == w.Name:
		w.note("leaving a check to others", m.NakWithDelay(patience(m, job.Wait)))
		return
	}
	lease := holdLease(m, job.Wait, w.MaxLease)
	defer lease.release()
	r := job.answer(w.play(ctx, job, plan, lease))
	if w.spoil != nil {
		w.spoil(r)
	}
	if err := w.publish(ctx, js, r); err != nil {
		w.Log.Warn("a result is lost", "error", err)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), min(job.Wait, patient))
	defer cancel()
	w.note("acknowledging a chunk", m.AckSync(nats.Context(ctx)))
}

// patience grows with every delivery, so that a check finds another worker before it has
// been given out too often.
func patience(m *nats.Msg, wait time.Duration) time.Duration {
	data, err := m.Metadata()
	if err != nil {
		return wait
	}
	return min(wait>>9<<min(data.NumDelivered, 9), wait)
}

// open reads a chunk and finds its plan. The work of another build, or a spec that means
// something else here, is refused: results of different programs are not mixed.
func (w *Worker) open(text []byte) (*work, *experiment.Plan, error) {
	job, err := decodeWork(text)
	if err != nil {
		return nil, nil, err
	}
	if job.Build != w.Build {
		return nil, nil, fmt.Errorf("it is for build %s, this is %s", job.Build, w.Build)
	}
	plan, err := w.plans.get(job.Hash, func() (*experiment.Plan, error) {
		spec, err := experiment.Parse([]byte(job.Spec))
		if err != nil {
			return nil, err
		}
		return w.Resolve(*spec)
	})
	if err == nil && plan.Hash != job.Hash {
		err = fmt.Errorf("its spec is %.12s here, not %.12s", plan.Hash, job.Hash)
	}
	return job, plan, err
}

func (w *Worker) play(ctx context.Context, job *work, plan *experiment.Plan, lease *lease) (*experiment.Chunk, error) {
	started := w.now()
	w.busy.Add(1)
	defer w.busy.Add(-1)
	c, err := plan.PlayUntil(context.WithoutCancel(ctx), job.First, job.End, w.Clock, func(c *experiment.Chunk) bool {
		lease.renew()
		return len(c.Lines) > maxLines || ctx.Err() != nil || job.Limit > 0 && w.now()-started > job.Limit
	})
	w.episodes.Add(c.End - c.First)
	w.Metrics.played(c.End-c.First, w.now()-started)
	return c, err
}

func (w *Worker) now() time.Duration {
	if w.Clock == nil {
		return 0
	}
	return w.Clock()
}

// publish stores a result, however long that takes; but not long if the worker is to
// end. It bears an id, so that a second attempt of the same is dropped.
func (w *Worker) publish(ctx context.Context, js jetstream.JetStream, r *result) error {
	text, err := r.encode(&w.compressors)
	if err != nil {
		return err
	}
	id := fmt.Sprintf("%s-%s-%d-%.16s", w.Name, r.Token, r.End, r.Digest)
	for {
		attempt, cancel := context.WithTimeout(context.WithoutCancel(ctx), patient)
		_, err := js.Publish(attempt, resultSubject+r.Run+"."+w.Name, text, jetstream.WithMsgID(id))
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, nats.ErrMaxPayload) {
			return err
		}
		w.Metrics.retried()
		w.Log.Debug("a result is not stored yet", "error", err)
		pause(ctx, 250*time.Millisecond)
	}
}

// pause waits, unless the context ends first.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
