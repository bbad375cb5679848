// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/veilplan/veil/experiment"
	"github.com/veilplan/veil/experiment/farm/internal/audit"
)

// Runner runs experiments on a farm.
type Runner struct {
	Conn *nats.Conn
	// Invitation is the one that the connection was made with: the run signs its work with this
	// key. Nil for a farm that requires none.
	Invitation []byte
	Build      string // see [Build]
	Settings   Settings
	// Check is the share of the episodes that other workers play again. The run itself
	// plays almost as many. 0 means 1.1%, a negative number no checks.
	Check float64
	// Limit is the time after which a worker returns what it has of a chunk; default one minute.
	Limit time.Duration
	Clock experiment.Clock // required
	// Now returns the time of day, for accounts by month and the face of the run: see [ReadFace].
	// If it is nil, the run keeps neither.
	Now     func() time.Time
	Log     *slog.Logger
	Metrics *Metrics

	ledger *audit.Ledger // of the run, over all sessions
	notes  *notebook     // what the ledger has confirmed
	book   *book         // who was caught
	board  *board        // what the run shows
}

// Run is [experiment.Run] on a farm, with the same result. The options set the size of chunks and
// the receiver of the progress.
func (r Runner) Run(ctx context.Context, d *experiment.Dir, p *experiment.Plan, o experiment.Options) (*experiment.Summary, error) {
	r.Log = cmp.Or(r.Log, slog.New(slog.DiscardHandler))
	r.Check, r.Limit = cmp.Or(r.Check, 0.011), cmp.Or(r.Limit, time.Minute)
	o.Target = cmp.Or(o.Target, 30*time.Second)
	r.board = openBoard(d.Path, r.Now)
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
		r.Log.Warn("a worker is quarantined; what it has played is played again", "worker", Quote(wrong.worker), "reason", Quote(wrong.reason))
	}
}

// session runs an experiment to its end, or until a worker is caught.
func (r *Runner) session(ctx context.Context, d *experiment.Dir, p *experiment.Plan, o experiment.Options) (*experiment.Summary, error) {
	s, err := r.newSession(ctx, d, p)
	if err != nil {
		return nil, err
	}
	defer s.fail(nil)
	if err := s.rewind(); err != nil {
		return nil, err
	}
	s.exclude()
	if err := s.recover(ctx); err != nil {
		return nil, err
	}
	if err := s.recall(); err != nil {
		return nil, err
	}
	if o.Again, err = s.setAside(); err != nil {
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
	s.close(ctx, summary, err)
	err = errors.Join(err, p.Close()) // the background may have played meanwhile
	if err == nil {
		s.account()
		s.Log.Info("the run is complete", "episodes", summary.Episodes, "checked", s.ledger.Drawn())
	}
	return summary, err
}

// listen subscribes to questions, heartbeats and statements of the farm. Of several runs of a
// build, each worker asks one. After stop no callback runs.
func (s *session) listen() (stop func(), err error) {
	var all []*nats.Subscription
	stop = func() {
		for _, sub := range all {
			if err := sub.Unsubscribe(); err != nil {
				s.Log.Debug("leaving", "error", err)
			}
		}
		s.door.close()
	}
	for subject, hear := range map[string]nats.MsgHandler{
		askSubject + s.Build + ".*":                  s.asked,
		beatSubject + s.me.name + "." + s.run + ".*": s.heard,
		quarantineSubject + "*.*":                    s.told,
		hereSubject + "*":                            s.met,
	} {
		group := ""
		if strings.HasPrefix(subject, askSubject) {
			group = "runs"
		}
		sub, err := s.Conn.QueueSubscribe(subject, group, admit(&s.door, hear))
		if err != nil {
			stop()
			return nil, err
		}
		all = append(all, sub)
	}
	return stop, nil
}

// told handles a statement of the farm. Anybody can publish something else there.
func (s *session) told(m *nats.Msg) {
	if m.Subject == requirementSubject {
		return // for workers
	}
	q, err := readQuarantine(m.Data, s.me.farm, accused(m.Subject))
	if err != nil {
		s.Metrics.ignore("quarantine")
		return
	}
	if !q.Lifted && !s.isOutcast(q.Worker) {
		s.fail(&wrongError{q.Worker, "the farm has excluded it: " + q.Reason})
	}
}
