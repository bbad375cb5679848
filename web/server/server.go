// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Server serves an API and a page.
type Server struct {
	cfg     Config
	limits  Limits
	log     *slog.Logger
	gate    *gate
	jobs    *jobs
	caches  []keeper
	clients *clients
	readers *clients // of static files
	keys    *keys
	metrics *metrics
	page    *page
	api     huma.API
	mux     *http.ServeMux
	handler http.Handler
	// description is the OpenAPI document, made on first use: routes are added until then.
	description func() *asset

	streams  *quota
	bodies   *quota
	draining atomic.Bool
	door     sync.Mutex // orders admissions before the wait in Close
	work     sync.WaitGroup
	life     context.Context //nolint:containedctx // context of the jobs, which outlive requests
	die      context.CancelFunc
}

// New returns a server; its routes must be added before it serves.
func New(cfg Config) (*Server, error) {
	limits := cfg.Limits.withDefaults()
	s := &Server{
		cfg: cfg, limits: limits, log: cmp.Or(cfg.Log, slog.New(slog.DiscardHandler)),
		gate: newGate(limits), streams: newQuota(int64(limits.Streams), int64(limits.ClientStreams), 0),
		bodies: newQuota(limits.Bodies, limits.Bodies/8, 0),
		jobs:   newJobs(limits.Jobs, int(limits.Cache), limits.Keep), keys: newKeys(4*limits.Jobs, int(limits.Cache), limits.Keep),
		clients: newClients(limits.Rate, limits.Burst), readers: newClients(staticRate*limits.Rate, staticRate*limits.Burst),
	}
	var err error
	if s.page, err = newPage(cfg.Page, cfg.More, cfg.Instead); err != nil {
		return nil, err
	}
	s.life, s.die = context.WithCancel(context.Background())
	s.metrics = newMetrics(s)
	s.route()
	return s, nil
}

// route registers the paths that do not depend on the subject of the API.
func (s *Server) route() {
	s.mux = http.NewServeMux()
	configureHuma()
	s.api = humago.New(s.mux, s.openAPI())
	s.routeService(s.mux)
	s.mux.Handle("/", s.page)
	s.description = sync.OnceValue(func() *asset {
		a := newAsset("application/vnd.oai.openapi+json", s.Description())
		a.zip()
		return a
	})
	s.handler = s.guard(s.mux)
}

// Handle routes responses that are not documents.
func (s *Server) Handle(pattern string, handle http.HandlerFunc) { s.mux.HandleFunc(pattern, handle) }

// Limits returns the limits, defaults included.
func (s *Server) Limits() Limits { return s.limits }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// OpenAPI returns the description of the API.
func (s *Server) OpenAPI() *huma.OpenAPI { return s.api.OpenAPI() }

// admit counts new work, whose end must call Done, unless the server is closing.
func (s *Server) admit() bool {
	s.door.Lock()
	defer s.door.Unlock()
	if s.draining.Load() {
		return false
	}
	s.work.Add(1)
	return true
}

// Close ends the server: it waits for running work until the context ends, then stops it and keeps
// what is proved by then. Work that does not stop soon is abandoned. No new work is admitted
// meanwhile.
func (s *Server) Close(ctx context.Context) {
	s.door.Lock()
	s.draining.Store(true)
	s.door.Unlock()
	over := make(chan struct{})
	go func() {
		s.work.Wait()
		close(over)
	}()
	select {
	case <-over:
	case <-ctx.Done():
		s.die()
		last := time.NewTimer(lastWord / 4)
		defer last.Stop()
		select {
		case <-over:
		case <-last.C:
		}
	}
	s.die()
	s.gate.raise()
}

// now returns the time, for limits and logs; no answer depends on it.
func now() time.Time {
	return time.Now() //nolint:forbidigo // see above
}

// Log returns the logger for internal errors.
func (s *Server) Log() *slog.Logger { return s.log }
