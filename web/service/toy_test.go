// SPDX-License-Identifier: BSD-3-Clause

package service

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
	log *logBuffer
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

// newToy serves work at /v1/short and /v1/long, and as jobs at /v1/jobs.
func newToy(t *testing.T, cfg Config, work func(context.Context) error) *toy {
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
	Ask(s, Short, "short", "/short", "", answer)
	Ask(s, Long, "long", "/long", "", answer)
	kind := Kind{Verb: "toil", Noun: "toy", Path: V1 + "/jobs/", Prefix: "to_", Schema: "toy/1"}
	RouteJobs[toyAnswer, toyAnswer](s, kind, "", func(ctx context.Context, in *Asked[toyQuestion]) (*Reply, error) {
		return Answer(ctx, s, Work[*toyAnswer]{Kind: kind, Keep: func(*toyAnswer) string { return "" }, Task: api.Task[*toyAnswer]{
			Turn: func(a *toyAnswer) *toyAnswer { return a },
			Run: func(ctx context.Context, _ api.Tell[*toyAnswer]) (*toyAnswer, error) {
				return &toyAnswer{"toy/1"}, work(ctx)
			},
		}}, in, time.Duration(in.Body.Wait)*time.Second, nil)
	}, func(_ context.Context, in *ByID) (*Reply, error) { return s.GetJob(kind, in.ID) })
	inner, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := s.HTTPServer("")
	go func() { _ = h.Serve(s.Listen(inner)) }() // until it is closed
	over := &http.Transport{}
	t.Cleanup(func() {
		over.CloseIdleConnections()
		_ = h.Close() // nobody reads any more
	})
	return &toy{s, webtest.Client{URL: "http://" + inner.Addr().String(), Over: over}, log}
}

// soon waits until something holds.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 500 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("never: %s", what)
}

func nothing(context.Context) error { return nil }
