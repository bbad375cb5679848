// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/webtest"
)

// toy is a server whose questions are functions of a test.
type toy struct {
	*Server
	webtest.Client
	log     *logBuffer
	connect func(ctx context.Context, from byte) (net.Conn, error) // connects from 127.0.0.from
}

// logBuffer is a log that can be read while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logBuffer) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(text)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// toyQuestion and toyAnswer are a question and a document.
type toyQuestion struct {
	Text string `json:"text,omitempty"`
	Wait int    `json:"wait,omitempty"` // for a job, in seconds
}

type toyAnswer struct {
	Schema string `json:"schema" enum:"toy/1"`
}

// Mark implements api.Report.
func (a *toyAnswer) Mark(string, string) {}

// Progress implements api.Report.
func (a *toyAnswer) Progress(int) any { return toyAnswer{"toy/1"} }

// newToy serves work at /v1/short and /v1/long, and as jobs at /v1/jobs, on a port of this machine.
func newToy(t *testing.T, cfg Config, work func(context.Context) error) *toy {
	t.Helper()
	inner, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveToy(t, cfg, work, inner, func(ctx context.Context, from byte) (net.Conn, error) {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, from)}}
		return d.DialContext(ctx, "tcp", inner.Addr().String())
	})
}

// newPipedToy serves the same over pipes in this process. In a bubble of synctest, which no port
// may leave, all limits of time then pass at once, and exactly.
func newPipedToy(t *testing.T, cfg Config, work func(context.Context) error) *toy {
	t.Helper()
	p := &pipes{next: make(chan net.Conn), closed: make(chan struct{})}
	return serveToy(t, cfg, work, p, p.dial)
}

// serveToy serves work to those who connect.
func serveToy(t *testing.T, cfg Config, work func(context.Context) error, inner net.Listener, connect func(context.Context, byte) (net.Conn, error)) *toy {
	t.Helper()
	log := &logBuffer{}
	if cfg.Page == nil {
		cfg.Page = fstest.MapFS{"index.html": file("<p>")}
	}
	cfg.Schemas, cfg.Log = NewRegistry(), slog.New(slog.NewTextHandler(log, nil))
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	answer := func(ctx context.Context, _ toyQuestion) (*toyAnswer, error) { return &toyAnswer{"toy/1"}, work(ctx) }
	for _, v := range (api.Table{
		api.Answer(api.Verb{Operation: "short", Path: "/short"}, answer),
		api.Answer(api.Verb{Operation: "long", Path: "/long", Class: api.Long}, answer),
	}) {
		s.Ask(&v)
	}
	kind := Kind{Verb: "toil", Noun: "toy", Path: V1 + "/jobs/", Prefix: "to_", Schema: "toy/1"}
	RouteJobs[toyAnswer, toyAnswer](s, kind, "", func(ctx context.Context, in *Asked[toyQuestion]) (*Reply, error) {
		return Answer(ctx, s, Work{Kind: kind, Keep: func(any) string { return "" }, Task: api.Task[any]{
			Turn: func(a any) any { return a },
			Run:  func(ctx context.Context, _ api.Tell[any]) (any, error) { return &toyAnswer{"toy/1"}, work(ctx) },
		}}, in, time.Duration(in.Body.Wait)*time.Second, nil)
	}, func(_ context.Context, in *ByID) (*Reply, error) { return s.GetJob(kind, in.ID) })
	h := s.HTTPServer("")
	go func() { _ = h.Serve(s.Listen(inner)) }() // until it is closed
	over := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return connect(ctx, 1) }}
	t.Cleanup(func() {
		over.CloseIdleConnections()
		_ = h.Close() // nobody reads any more
	})
	return &toy{s, webtest.Client{URL: "http://" + inner.Addr().String(), Over: over}, log, connect}
}

// pipes is a network inside this process.
type pipes struct {
	next   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// pipe is the server's end of a connection from an address.
type pipe struct {
	net.Conn

	from net.Addr
}

func (p pipe) RemoteAddr() net.Addr { return p.from }

// dial connects from 127.0.0.from.
func (p *pipes) dial(ctx context.Context, from byte) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.next <- pipe{server, &net.TCPAddr{IP: net.IPv4(127, 0, 0, from), Port: 1}}:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements net.Listener.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.next:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements net.Listener.
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func nothing(context.Context) error { return nil }
