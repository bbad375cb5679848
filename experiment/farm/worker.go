// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/veilplan/veil/experiment"
)

// Worker takes chunks from runs and plays them.
type Worker struct {
	Name string // its own; see [CheckName]
	// Invitation is the one that the connection was made with: the worker signs its results with
	// this key. Nil for a farm that requires none; then every process has a new key.
	Invitation []byte
	Build      string // see [Build]
	// Version is that of the program, and Now the time of day: see [Requirement]. Without either,
	// no requirement ends the worker.
	Version string
	Now     func() time.Time
	// Resolve resolves the names in a spec.
	Resolve func(experiment.Spec) (*experiment.Plan, error)
	Threads int // chunks played at the same time; 0 means one
	// Public is the name under which this worker agrees to be shown; empty if it wants to stay
	// anonymous. See [CheckPublicName].
	Public  string
	Clock   experiment.Clock
	Log     *slog.Logger
	Metrics *Metrics
	// MaxLease is how long a worker keeps a chunk without finishing an episode before it gives the
	// chunk up; default one hour.
	MaxLease time.Duration

	plans       planCache
	compressors compressors
	bell        bell
	episodes    atomic.Uint64
	busy        atomic.Int64
	me          *identity
	registry    registry
	checked     atomic.Int64  // time of the last check of a proof against it
	spoil       func(*result) // in tests, makes a result wrong
}

// ErrQuarantined reports that the farm excluded this worker.
var ErrQuarantined = errors.New("this worker's results were wrong: the farm accepts no more of them")

// CheckName reports an invalid name of a worker.
func CheckName(name string) error {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	if name == "" || len(name) > 64 || strings.Trim(name, allowed) != "" {
		return fmt.Errorf("name %q: want up to 64 letters, digits, - and _", name)
	}
	return nil
}

// Work plays chunks until the context ends. It then returns what it has, and ends within two
// seconds: see grace and farewell.
func (w *Worker) Work(ctx context.Context, nc *nats.Conn) error {
	w.Log = cmp.Or(w.Log, slog.New(slog.DiscardHandler))
	w.MaxLease = cmp.Or(w.MaxLease, time.Hour)
	if err := CheckName(w.Name); err != nil {
		return err
	}
	if err := CheckPublicName(w.Public); w.Public != "" && err != nil {
		return err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	if w.me, err = identify(w.Invitation, w.Name); err != nil {
		return err
	}
	w.registry.farm = w.me.farm
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	unsubscribe, err := w.listen(nc, cancel)
	if err != nil {
		return err
	}
	defer unsubscribe()
	var threads sync.WaitGroup
	threads.Go(func() { w.join(ctx, nc) })
	for thread := range max(w.Threads, 1) {
		threads.Go(func() {
			if err := w.loop(ctx, js, nc, newBackoff(w.Name, thread)); err != nil {
				cancel(err)
			}
		})
	}
	threads.Wait()
	w.note("leaving", errors.Join(w.plans.rest(), say(nc, hereSubject+w.Name, PeerStatus{Build: w.Build, Episodes: w.episodes.Load(), Left: true}), nc.FlushTimeout(grace)))
	_, outdated := errors.AsType[*OutdatedError](context.Cause(ctx))
	if err := context.Cause(ctx); outdated || errors.Is(err, ErrQuarantined) {
		return err
	}
	return nil
}

// listen answers status requests, and ends the worker if it is quarantined or too old.
func (w *Worker) listen(nc *nats.Conn, cancel context.CancelCauseFunc) (stop func(), err error) {
	pings, err := nc.Subscribe(pingSubject, func(m *nats.Msg) { w.pong(nc, m, cancel) })
	if err != nil {
		return nil, err
	}
	bad, err := nc.Subscribe(quarantineSubject+w.Name+".*", func(m *nats.Msg) {
		q, err := readQuarantine(m.Data, w.me.farm, w.Name)
		switch {
		case err != nil:
			w.Metrics.ignore("quarantine")
			w.note("a quarantine is ignored", err)
		case !q.Lifted:
			cancel(fmt.Errorf("%w: %s", ErrQuarantined, Quote(q.Reason)))
		}
	})
	if err != nil {
		return nil, err
	}
	needs, err := nc.Subscribe(answerTo(w.Name, requirementAnswer), func(m *nats.Msg) { w.told(string(m.Data), cancel) })
	if err != nil {
		return nil, err
	}
	// The server need not hear about it: it may be away just now.
	return func() {
		w.note("leaving", errors.Join(pings.Unsubscribe(), bad.Unsubscribe(), needs.Unsubscribe()))
	}, nil
}

// note logs an error without consequences.
func (w *Worker) note(what string, err error) {
	if err != nil {
		w.Log.Debug(what, "error", err)
	}
}

// loop plays chunk after chunk whenever there is a run. It returns an error if this worker must stop.
func (w *Worker) loop(ctx context.Context, js jetstream.JetStream, nc *nats.Conn, b *backoff) error {
	for ctx.Err() == nil {
		// One subject for all questions: an answer to an earlier question is as good as a new one.
		answers, err := nc.SubscribeSync(answerTo(w.Name, rand.Text()))
		if err == nil {
			err = errors.Join(w.serve(ctx, js, nc, answers, b), answers.Unsubscribe())
		}
		if errors.Is(err, ErrQuarantined) {
			return err
		}
		w.note("waiting for work", errors.Join(err, w.plans.rest()))
		w.bell.wait(ctx, b)
	}
	return nil
}

var errNoRun = errors.New("no run of this build")

// serve plays chunks until the run or the server is gone.
func (w *Worker) serve(ctx context.Context, js jetstream.JetStream, nc *nats.Conn, answers *nats.Subscription, b *backoff) error {
	asked := w.now()
	for ctx.Err() == nil {
		m, err := w.ask(ctx, nc, answers)
		switch {
		case err != nil:
			return err
		case m == nil || len(m.Data) == 0 && m.Header == nil:
			continue // no work for now
		case m.Header.Get(noticeHeader) != "":
			if err := w.accused(ctx, m.Data); err != nil {
				return err
			}
			continue
		case len(m.Data) == 0:
			return errNoRun
		}
		b.reset()
		w.Metrics.leased(w.now() - asked)
		w.handle(ctx, js, nc, m.Data)
		asked = w.now()
	}
	return nil
}

// ask asks the runs of this worker's build for a chunk. It returns nil if no answer comes for a while.
func (w *Worker) ask(ctx context.Context, nc *nats.Conn, answers *nats.Subscription) (*nats.Msg, error) {
	if err := nc.PublishRequest(askSubject+w.Build+"."+w.Name, answers.Subject, []byte(w.me.key())); err != nil {
		return nil, err
	}
	asking, cancel := context.WithTimeout(ctx, 2*parked)
	defer cancel()
	m, err := answers.NextMsgWithContext(asking)
	if asking.Err() != nil {
		return nil, nil
	}
	return m, err
}

// handle plays a chunk and returns the result, or reports that there is none.
func (w *Worker) handle(ctx context.Context, js jetstream.JetStream, nc *nats.Conn, text []byte) {
	job, plan, err := w.open(text)
	if err != nil {
		w.Metrics.ignore("work")
		if errors.Is(err, ErrMessage) { // from a stranger: the true answer still comes
			w.note("a chunk is ignored", quoted{err})
			return
		}
		w.Log.Error("a chunk is refused", "error", quoted{err})
		pause(ctx, patient)
		return
	}
	report := func(b beat) { w.note("reporting", say(nc, beatSubject+job.Runner+"."+job.Run+"."+w.Name, b)) }
	lease := holdLease(job.Wait, w.MaxLease, func(played uint64) { report(beat{Token: job.Token, Played: played}) })
	defer lease.release()
	r := job.answer(w.play(ctx, job, plan, lease))
	r.Public = w.Public
	if w.spoil != nil {
		w.spoil(r)
	}
	if r.Played == 0 && r.Error == "" {
		report(beat{Token: job.Token, Left: true})
		w.note("leaving", nc.FlushTimeout(grace))
	} else if err := w.publish(ctx, js, job.Runner, r); err != nil {
		w.Log.Warn("a result is lost", "error", err)
	}
}

// open parses a chunk and resolves its plan. It refuses work that no runner of the farm has signed
// for this worker, work for another build, and a spec with another meaning here: results of
// different programs are not mixed.
func (w *Worker) open(text []byte) (*work, *experiment.Plan, error) {
	job, err := decodeWork(text)
	if err != nil {
		return nil, nil, err
	}
	if err := w.registry.check(job.Statement, job.Runner, job.Key, RoleRunner); err != nil {
		return nil, nil, err
	}
	if job.Build != w.Build || job.For != w.Name {
		return nil, nil, fmt.Errorf("the chunk is for %s of build %s, this is %s of %s", Quote(job.For), Quote(job.Build), w.Name, w.Build)
	}
	plan, err := w.plan(job.Hash, job.Spec)
	return job, plan, err
}

// plan returns the plan of a spec. It refuses a spec whose episodes depend on the time: nobody
// could verify them, and the worker signs them.
func (w *Worker) plan(hash, text string) (*experiment.Plan, error) {
	plan, err := w.plans.get(hash, func() (*experiment.Plan, error) {
		spec, err := experiment.Parse([]byte(text))
		if err != nil {
			return nil, err
		}
		return w.Resolve(*spec)
	})
	if err == nil && plan.Hash != hash {
		err = fmt.Errorf("the spec has hash %.12s here, want %.12s", plan.Hash, Quote(hash))
	}
	if err == nil && plan.Spec.Timed() {
		err = errors.New("a policy of the spec depends on the time (move_ms)")
	}
	return plan, err
}

// A worker that is stopping has this time to finish its current episode, and to return its last result.
const grace, farewell = 300 * time.Millisecond, time.Second

func (w *Worker) play(ctx context.Context, job *work, plan *experiment.Plan, lease *lease) (played []*experiment.Chunk, err error) {
	started := w.now()
	w.busy.Add(1)
	defer w.busy.Add(-1)
	playing, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })()
	size, episodes := 0, uint64(0)
	enough := func(c *experiment.Chunk) bool {
		lease.renew()
		return size+len(c.Lines) > maxLines || ctx.Err() != nil || job.Limit > 0 && w.now()-started > job.Limit
	}
	for _, span := range job.Spans {
		c, failed := plan.PlayUntil(playing, span[0], span[1], w.Clock, enough)
		if playing.Err() == nil {
			err = failed
		}
		if c.End > c.First {
			played = append(played, c)
			size += len(c.Lines)
			episodes += c.End - c.First
		}
		if failed != nil || c.End < span[1] || enough(c) {
			break
		}
	}
	w.episodes.Add(episodes)
	w.Metrics.played(episodes, w.now()-started)
	return played, err
}

func (w *Worker) now() time.Duration {
	if w.Clock == nil {
		return 0
	}
	return w.Clock()
}

// publish stores a result, however long that takes, but only briefly if the worker is stopping. The
// message id makes the server drop duplicates.
func (w *Worker) publish(ctx context.Context, js jetstream.JetStream, to string, r *result) error {
	text, err := r.encode(w.me, &w.compressors)
	if err != nil {
		return err
	}
	id := fmt.Sprintf("%s-%s-%d-%.16s", w.Name, r.Token, r.Played, r.Digest)
	for {
		attempt, cancel := context.WithTimeout(context.WithoutCancel(ctx), patient)
		leaving := context.AfterFunc(ctx, func() { time.AfterFunc(farewell, cancel) })
		_, err := js.Publish(attempt, resultSubject+to+"."+r.Run+"."+w.Name, text, jetstream.WithMsgID(id))
		leaving()
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
