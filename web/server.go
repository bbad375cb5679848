// SPDX-License-Identifier: BSD-3-Clause

package web

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
	"github.com/maypok86/otter/v2"
	"github.com/veilplan/veil/api"
)

// Server is the API and the page.
type Server struct {
	cfg     Config
	limits  Limits
	log     *slog.Logger
	gate    *gate
	jobs    *jobs
	cache   *otter.Cache[string, kept]
	asked   *otter.Cache[string, []byte] // questions about Kriegspiel, by their names
	clients *clients
	keys    *keys
	metrics *metrics
	page    *page
	api     huma.API
	handler http.Handler

	streams  atomic.Int64
	draining atomic.Bool
	door     sync.Mutex // orders the admission of work before the wait for its end
	work     sync.WaitGroup
	life     context.Context //nolint:containedctx // that of the jobs, which outlive requests
	die      context.CancelFunc
}

// kept is an exact answer in its canonical orientation.
type kept struct {
	doc  *api.MinesAnalysis
	body []byte
	tag  string
}

// New makes a server.
func New(cfg Config) (*Server, error) {
	limits := cfg.Limits.withDefaults()
	cache, err := otter.New(&otter.Options[string, kept]{
		MaximumWeight: uint64(limits.Cache),
		Weigher:       func(key string, k kept) uint32 { return uint32(len(key) + 4*len(k.body)) }, // the document is larger than its text
	})
	if err != nil {
		return nil, err
	}
	questions, err := otter.New(&otter.Options[string, []byte]{
		MaximumWeight: uint64(limits.Cache), Weigher: func(key string, q []byte) uint32 { return uint32(len(key) + len(q)) },
	})
	if err != nil {
		return nil, err
	}
	s := &Server{
		asked: questions,
		cfg:   cfg, limits: limits, log: cmp.Or(cfg.Log, slog.New(slog.DiscardHandler)), cache: cache,
		gate: newGate(limits.Running, limits.Queue, limits.PerClient, limits.QueueWait),
		jobs: newJobs(limits.Jobs, int(limits.Cache), limits.Keep), keys: newKeys(4*limits.Jobs, int(limits.Cache), limits.Keep),
	}
	if s.clients, err = newClients(limits.Rate, limits.Burst); err != nil {
		return nil, err
	}
	s.life, s.die = context.WithCancel(context.Background())
	s.metrics = newMetrics(s)
	return s, s.route()
}

// route wires the paths.
func (s *Server) route() (err error) {
	mux := http.NewServeMux()
	configureHuma()
	s.api = humago.New(mux, s.openAPI())
	s.routeMines()
	s.routeKrieg()
	s.routeRuns(mux)
	s.routeService(mux)
	if s.page, err = newPage(s.cfg.Page); err != nil {
		return err
	}
	mux.Handle("/", s.page)
	s.handler = s.guard(mux)
	return nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// OpenAPI returns the description of the API.
func (s *Server) OpenAPI() *huma.OpenAPI { return s.api.OpenAPI() }

// admit counts new work, which must say Done, unless the server is closing.
func (s *Server) admit() bool {
	s.door.Lock()
	defer s.door.Unlock()
	if s.draining.Load() {
		return false
	}
	s.work.Add(1)
	return true
}

// Close ends what runs: it waits until the context ends, and then stops it; what is proved
// by then is kept. No new work is admitted meanwhile.
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
		<-over
	}
	s.die()
	s.cache.StopAllGoroutines()
	s.asked.StopAllGoroutines()
}

// now is the time, for limits and logs; no answer depends on it.
func now() time.Time {
	return time.Now() //nolint:forbidigo // see above
}
