// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
)

// lastWord is how long work may go on after it should have ended.
const lastWord = time.Second

// errLate is why work ends that takes longer than the limits allow.
var errLate = errors.New("out of time")

// Compute runs work under the gate and returns what it made. It ends when the work does, and
// soon after the context does or the time is up even if the work does not.
func (s *Server) Compute(ctx context.Context, class api.Class, work func(context.Context) ([]byte, error)) ([]byte, error) {
	var body []byte
	err := s.run(ctx, clientOf(ctx), class, func(ctx context.Context, _ *pass) (err error) {
		body, err = work(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return body, nil
}

// run does work under the gate, in a goroutine of its own. Work that does not end though its
// context has ended is left behind: it loses its slot, keeps its memory, and is counted.
func (s *Server) run(ctx context.Context, client string, class api.Class, work func(context.Context, *pass) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(s.life, func() { stop(errBusy) })()
	p, err := s.gate.enter(ctx, client, class, stop)
	if err != nil {
		return err
	}
	if !s.admit() {
		p.leave()
		return errBusy
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.limits.Time+lastWord, errLate)
	defer cancel()
	end := make(chan error, 1)
	go func() {
		defer s.work.Done()
		defer p.leave()
		if class != api.Short {
			background()
		}
		end <- s.guarded(func() error { return work(pause.With(ctx, func() { p.pause(ctx) }), p) })
	}()
	select {
	case err = <-end:
	case <-ctx.Done():
		err = s.await(ctx, end, p)
	}
	if cause := context.Cause(ctx); cause != nil && stopped(err) {
		return cause
	}
	return err
}

// await gives work that should end a moment to do so.
func (s *Server) await(ctx context.Context, end <-chan error, p *pass) error {
	timer := time.NewTimer(lastWord)
	defer timer.Stop()
	select {
	case err := <-end:
		return err
	case <-timer.C:
		p.abandon()
		s.metrics.left.Inc()
		s.log.Error("work does not end and was left behind", "client", p.client)
		return context.Cause(ctx)
	}
}

// guarded runs work and turns its panic into a problem.
func (s *Server) guarded(work func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = s.fault(fault)
		}
	}()
	return work()
}

// fault writes a panic to the log, under a name that the client gets too.
func (s *Server) fault(fault any) *Problem {
	id := rand.Text()[:12]
	s.metrics.panics.Inc()
	s.log.Error("panic", "id", id, "fault", fault, "stack", string(debug.Stack()))
	p := NewProblem(http.StatusInternalServerError, api.Internal, "internal error", "This is a fault of veil, not of your question. In the log of the server it is "+id+".")
	p.ReportURL = "https://github.com/veilplan/veil/issues"
	return p
}

// IsRefusal reports whether an error is the server's, not that of the work: there was no
// slot, no time, or nobody to answer.
func IsRefusal(err error) bool {
	_, ok := errors.AsType[*Problem](err)
	return ok || stopped(err) || errors.Is(err, errBusy) || errors.Is(err, errQuota) || errors.Is(err, errLate)
}
