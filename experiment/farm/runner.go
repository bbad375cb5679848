// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm/internal/audit"
)

// Runner runs experiments on a farm.
type Runner struct {
	Conn     *nats.Conn
	Build    string // see [Build]
	Settings Settings
	// Check is the share of the episodes that other workers play again. The run itself
	// plays almost as many. 0 means 1.1%, a negative number no checks.
	Check float64
	// Limit is when a worker returns what it has of a chunk; default a minute.
	Limit   time.Duration
	Clock   experiment.Clock // required
	Log     *slog.Logger
	Metrics *Metrics

	ledger *audit.Ledger // of the run, over all sessions
	notes  *notebook     // what the ledger has confirmed
}

// Run is [experiment.Run] on a farm, with the same result. The options say how large
// chunks are and who receives the progress.
func (r Runner) Run(ctx context.Context, d *experiment.Dir, p *experiment.Plan, o experiment.Options) (*experiment.Summary, error) {
	r.Log = cmp.Or(r.Log, slog.New(slog.DiscardHandler))
	r.Check, r.Limit = cmp.Or(r.Check, 0.011), cmp.Or(r.Limit, time.Minute)
	o.Target = cmp.Or(o.Target, 30*time.Second)
	defer func() {
		if err := r.notes.close(); err != nil {
			r.Log.Warn("some checks will be repeated when the run is started again", "error", err)
		}
	}()
	for {
		s, err := r.session(ctx, d, p, o)
		wrong, ok := errors.AsType[*wrongError](err)
		if !ok || ctx.Err() != nil {
			return s, err
		}
		r.Log.Warn("a worker is quarantined; what it has played is played again", "worker", wrong.worker, "reason", wrong.reason)
	}
}

// session runs an experiment to its end, or until a worker turns out to be untrustworthy.
func (r *Runner) session(ctx context.Context, d *experiment.Dir, p *experiment.Plan, o experiment.Options) (*experiment.Summary, error) {
	s, err := r.newSession(ctx, d, p)
	if err != nil {
		return nil, err
	}
	defer s.fail(nil)
	if err := errors.Join(s.forget(), s.recover(ctx)); err != nil {
		return nil, err
	}
	if err := s.recall(); err != nil {
		return nil, err
	}
	stop, err := s.listen()
	if err != nil {
		return nil, err
	}
	for _, f := range []func(context.Context){s.collect, s.watch, s.count} {
		s.background.Go(func() { f(s.ctx) })
	}
	for range runtime.GOMAXPROCS(0) {
		s.background.Go(func() { s.own(s.ctx) })
	}
	o.Play, o.Ready, o.Settle = s.play, s.window.enter, s.settle
	told := o.Progress
	o.Progress = func(at experiment.Progress) {
		s.progressed(at)
		if told != nil {
			told(at)
		}
	}
	summary, err := experiment.Run(s.ctx, d, p, o)
	s.fail(err)
	stop()
	s.background.Wait()
	if err == nil {
		s.Log.Info("the run is complete", "episodes", summary.Episodes, "checked", s.ledger.Drawn())
	}
	return summary, err
}

// listen hears workers that ask, and workers that play. Of several runs of a build, each
// worker asks one.
func (s *session) listen() (stop func(), err error) {
	asks, err := s.Conn.QueueSubscribe(askSubject+s.Build+".*", "runs", s.asked)
	if err != nil {
		return nil, err
	}
	beats, err := s.Conn.Subscribe(beatSubject+s.run+".*", s.heard)
	if err != nil {
		return nil, errors.Join(err, asks.Unsubscribe())
	}
	return func() {
		if err := errors.Join(asks.Unsubscribe(), beats.Unsubscribe()); err != nil {
			s.Log.Debug("leaving", "error", err)
		}
	}, nil
}
