// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
)

// Runner runs experiments on a farm.
type Runner struct {
	Conn     *nats.Conn
	Build    string // see [Build]
	Settings Settings
	// Check is which part of the chunks is played a second time; 0 means 2%, a negative
	// number none.
	Check float64
	// Limit is when a worker returns what it has of a chunk; default a minute.
	Limit time.Duration
	// Random picks what is checked. Workers must not be able to guess it.
	Random  *rand.Rand
	Clock   experiment.Clock
	Log     *slog.Logger
	Metrics *Metrics
}

// Run is [experiment.Run] on a farm: with the same result. The options say how large
// chunks are and who is told of the progress.
func (r Runner) Run(ctx context.Context, d *experiment.Dir, p *experiment.Plan, o experiment.Options) (*experiment.Summary, error) {
	r.Log = cmp.Or(r.Log, slog.New(slog.DiscardHandler))
	r.Check, r.Limit = cmp.Or(r.Check, 0.02), cmp.Or(r.Limit, time.Minute)
	o.Target = cmp.Or(o.Target, 30*time.Second)
	for {
		s, err := r.session(ctx, d, p, o)
		wrong, ok := errors.AsType[*wrongError](err)
		if !ok || ctx.Err() != nil {
			return s, err
		}
		r.Log.Warn("a worker is quarantined; what it has played is played again", "worker", wrong.worker, "reason", wrong.reason)
	}
}

// session runs an experiment to its end, or until a worker turns out not to be trusted.
func (r *Runner) session(ctx context.Context, d *experiment.Dir, p *experiment.Plan, o experiment.Options) (*experiment.Summary, error) {
	s, err := r.newSession(ctx, d, p)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.forget(), s.recover(ctx)); err != nil {
		return nil, err
	}
	inner, cancel := context.WithCancel(ctx)
	var background sync.WaitGroup
	for _, f := range []func(context.Context){s.collect, s.sweep, s.count} {
		background.Go(func() { f(inner) })
	}
	o.Play, o.Ready = s.play, s.window.enter
	told := o.Progress
	o.Progress = func(at experiment.Progress) {
		s.progressed(at)
		if told != nil {
			told(at)
		}
	}
	summary, err := experiment.Run(ctx, d, p, o)
	cancel()
	background.Wait()
	s.leave()
	return summary, err
}
