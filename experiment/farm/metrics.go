// SPDX-License-Identifier: BSD-3-Clause

package farm

import (
	"net/http"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/veilplan/veil/experiment"
)

// Metrics counts events for Prometheus. A nil one counts nothing.
type Metrics struct {
	registry *prometheus.Registry

	chunks, episodes, busy, retries, checks, outcasts, lost, dead prometheus.Counter
	lease                                                         prometheus.Histogram
	results, ignored                                              *prometheus.CounterVec
	workers, window, have, want                                   prometheus.Gauge
}

// NewMetrics returns the metrics of a process.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	counter := func(name, help string) prometheus.Counter {
		return register(m, prometheus.NewCounter(prometheus.CounterOpts{Name: "veil_farm_" + name, Help: help}))
	}
	gauge := func(name, help string) prometheus.Gauge {
		return register(m, prometheus.NewGauge(prometheus.GaugeOpts{Name: "veil_farm_" + name, Help: help}))
	}
	m.chunks = counter("worker_chunks_total", "Chunks this worker has played.")
	m.episodes = counter("worker_episodes_total", "Episodes this worker has played.")
	m.busy = counter("worker_busy_seconds_total", "Time this worker has spent playing, over all threads.")
	m.lease = register(m, prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "veil_farm_worker_lease_seconds", Help: "Time from asking for a chunk to getting it.",
		Buckets: prometheus.ExponentialBuckets(0.0005, 2, 18),
	}))
	m.retries = counter("retries_total", "Attempts to reach the server that failed and were repeated.")
	m.results = register(m, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "veil_farm_results_total", Help: "Results that a run received, by verdict.",
	}, []string{"verdict"}))
	m.ignored = register(m, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "veil_farm_ignored_total", Help: "Messages ignored because the sender may not send them or sent too many, by kind.",
	}, []string{"kind"}))
	m.checks = counter("checks_total", "Episodes that a run itself has played a second time.")
	m.outcasts = counter("quarantined_total", "Workers that a run has put into quarantine.")
	m.lost = counter("republished_total", "Leases that have ended without a result.")
	m.dead = counter("dead_total", "Chunks that the run plays itself after too many lost leases.")
	m.workers = gauge("workers", "Workers of a run's build, when they were last counted.")
	m.window = gauge("window", "Chunks that a run gives out at the same time.")
	m.have = gauge("run_episodes", "Episodes a run has.")
	m.want = gauge("run_episodes_wanted", "Episodes that the spec of a run asks for.")
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func register[C prometheus.Collector](m *Metrics, c C) C {
	m.registry.MustRegister(c)
	return c
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *Metrics) count(c func() prometheus.Counter) {
	if m != nil {
		c().Inc()
	}
}

func (m *Metrics) retried()     { m.count(func() prometheus.Counter { return m.retries }) }
func (m *Metrics) replayed()    { m.count(func() prometheus.Counter { return m.checks }) }
func (m *Metrics) quarantined() { m.count(func() prometheus.Counter { return m.outcasts }) }
func (m *Metrics) republished() { m.count(func() prometheus.Counter { return m.lost }) }
func (m *Metrics) buried()      { m.count(func() prometheus.Counter { return m.dead }) }

func (m *Metrics) judged(v verdict) {
	m.count(func() prometheus.Counter { return m.results.WithLabelValues(string(v)) })
}

func (m *Metrics) ignore(kind string) {
	m.count(func() prometheus.Counter { return m.ignored.WithLabelValues(kind) })
}

func (m *Metrics) leased(wait time.Duration) {
	if m != nil {
		m.lease.Observe(wait.Seconds())
	}
}

func (m *Metrics) played(episodes uint64, took time.Duration) {
	if m != nil {
		m.chunks.Inc()
		m.episodes.Add(float64(episodes))
		m.busy.Add(took.Seconds())
	}
}

func (m *Metrics) crew(workers, window int) {
	if m != nil {
		m.workers.Set(float64(workers))
		m.window.Set(float64(window))
	}
}

func (m *Metrics) progress(at experiment.Progress) {
	if m != nil {
		m.have.Set(float64(at.Have))
		m.want.Set(float64(at.Want))
	}
}

// Watch adds the metrics of a server in this process.
func (m *Metrics) Watch(s *Server) {
	m.watch("server_connections", "Clients that are connected.", nil, func() float64 { return float64(s.nats.NumClients()) })
	for _, stream := range []string{resultStream, quarantineStream} {
		labels := prometheus.Labels{"stream": stream}
		m.watch("server_messages", "Messages in a stream.", labels, func() float64 { return float64(s.state(stream).Msgs) })
		m.watch("server_bytes", "Bytes of a stream on the disk.", labels, func() float64 { return float64(s.state(stream).Bytes) })
	}
}

func (m *Metrics) watch(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "veil_farm_" + name, Help: help, ConstLabels: labels}, value))
}

// state returns the state of a stream of this server, in any account.
func (s *Server) state(stream string) server.StreamState {
	all, err := s.nats.Jsz(&server.JSzOptions{Accounts: true, Streams: true})
	if err != nil {
		return server.StreamState{}
	}
	for _, account := range all.AccountDetails {
		for _, found := range account.Streams {
			if found.Name == stream {
				return found.State
			}
		}
	}
	return server.StreamState{}
}
