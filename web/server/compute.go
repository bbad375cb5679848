// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
)

// lastWord is how long work may continue after it should have ended.
const lastWord = time.Second

// errLate reports work that exceeds the time limit.
var errLate = errors.New("out of time")

// Compute runs work under the gate and returns its result. It returns when the work ends, and soon
// after the context or the time ends even if the work does not.
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

// run does work under the gate, in a separate goroutine and thread. Work that continues after its
// context has ended is abandoned: it loses its slot, keeps its memory, and is charged to its
// client.
func (s *Server) run(ctx context.Context, client string, class api.Class, work func(context.Context, *pass) error) error {
	if isStranger(ctx) {
		return needToken()
	}
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
		defer p.threaded(class)()
		end <- s.guarded(func() error { return work(pause.With(ctx, func() { p.pause(ctx) }), p) })
	}()
	err = s.await(ctx, end, p)
	s.metrics.spent(ctx, p)
	if cause := context.Cause(ctx); cause != nil && stopped(err) {
		return cause
	}
	return err
}

// threaded locks work to a thread, by which its CPU time is measured, and returns the function that
// ends both. A thread of low priority is not reused.
func (p *pass) threaded(class api.Class) (end func()) {
	runtime.LockOSThread()
	p.begin(thisThread())
	if class != api.Short {
		p.background()
	}
	return func() {
		p.leave()
		if !p.lower {
			runtime.UnlockOSThread()
		}
	}
}

// background gives the thread of a pass a low priority.
func (p *pass) background() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.lower = p.lower || lowerThread(p.thread)
}

// await waits for work and checks on it meanwhile. When the context has ended, it gives the work a
// moment to end too.
func (s *Server) await(ctx context.Context, end <-chan error, p *pass) error {
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	var last <-chan time.Time
	over := ctx.Done()
	for {
		select {
		case err := <-end:
			return err
		case <-look.C:
			p.watch()
		case <-over:
			over, last = nil, time.After(lastWord)
		case <-last:
			p.abandon()
			s.metrics.left.Inc()
			s.log.Error("work did not end and was abandoned", "client", p.client)
			return context.Cause(ctx)
		}
	}
}

// guarded runs work and turns a panic into a problem.
func (s *Server) guarded(work func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = s.fault(fault)
		}
	}()
	return work()
}

// fault logs a panic under an id that the client gets too.
func (s *Server) fault(fault any) *Problem {
	id := rand.Text()[:12]
	s.metrics.panics.Inc()
	s.log.Error("panic", "id", id, "fault", fault, "stack", string(debug.Stack()))
	p := NewProblem(http.StatusInternalServerError, api.Internal, "internal error", "This is a fault of veil, not of your question. In the log of the server it is "+id+".")
	p.ReportURL = "https://github.com/veilplan/veil/issues"
	return p
}

// IsRefusal reports whether an error comes from the server rather than the work: no slot, no time,
// or no client to answer.
func IsRefusal(err error) bool {
	_, ok := errors.AsType[*Problem](err)
	return ok || stopped(err) || errors.Is(err, errBusy) || errors.Is(err, errQuota) || errors.Is(err, errLate)
}
