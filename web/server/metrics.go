// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts the work of a server, for Prometheus.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	cache    *prometheus.CounterVec
	panics   prometheus.Counter
	left     prometheus.Counter
	closed   prometheus.Counter
	queued   prometheus.Histogram
	cpu      prometheus.Histogram
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "veil_requests_total", Help: "Requests by route and status."}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "veil_request_seconds", Help: "Time to answer by route.", Buckets: prometheus.ExponentialBuckets(0.0005, 4, 9),
		}, []string{"route"}),
		cache:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "veil_cache_total", Help: "Lookups of exact answers."}, []string{"result"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{Name: "veil_panics_total", Help: "Faults of veil."}),
		left:   prometheus.NewCounter(prometheus.CounterOpts{Name: "veil_left_behind_total", Help: "Work abandoned because it did not end in time."}),
		closed: prometheus.NewCounter(prometheus.CounterOpts{Name: "veil_connections_closed_total", Help: "Connections closed because there were too many."}),
	}
	histogram := func(name, help string) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: prometheus.ExponentialBuckets(0.0005, 2, 17)})
	}
	m.queued = histogram("veil_queue_seconds", "Time that answers waited for a slot.")
	m.cpu = histogram("veil_cpu_seconds", "CPU time of answers.")
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	m.registry.MustRegister(
		m.requests, m.seconds, m.cache, m.panics, m.left, m.closed, m.queued, m.cpu, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("veil_waiting", "Requests in the queue.", func() float64 { waiting, _, _ := s.gate.depth(); return float64(waiting) }),
		gauge("veil_running", "Answers being computed.", func() float64 { _, running, _ := s.gate.depth(); return float64(running) }),
		gauge("veil_streams", "Open event streams.", func() float64 { return float64(s.streams.taken()) }),
		gauge("veil_left_behind", "Abandoned work that is still running.", func() float64 { _, _, left := s.gate.depth(); return float64(left) }),
		gauge("veil_loose", "Work without a slot, because it does not check whether to stop.", func() float64 { return float64(s.gate.untied()) }),
		gauge("veil_memory_taken_bytes", "Memory that work has taken.", func() float64 { return float64(s.gate.memory.taken()) }),
		gauge("veil_memory_bound_bytes", "Bound on the memory of the server.", func() float64 { return float64(s.limits.Bound()) }),
		gauge("veil_cache_bytes", "Approximate size of cached exact answers.", func() float64 { return float64(s.kept()) }),
	)
	return m
}

// spent records the cost of work, once, and adds it to its request. For a job it is called as soon
// as there is an answer, which is before the work has ended.
func (m *metrics) spent(ctx context.Context, p *pass) {
	if p.counted.Swap(true) {
		return
	}
	queued, cpu := p.spent()
	m.queued.Observe(queued.Seconds())
	m.cpu.Observe(cpu.Seconds())
	timingOf(ctx).add(queued, cpu)
}

// observe counts a request by its route, not by its path, which a client may choose.
func (m *metrics) observe(r *http.Request, w *recorder, start time.Time) {
	route := r.Pattern
	if route == "" {
		route = "none"
	}
	m.requests.WithLabelValues(route, strconv.Itoa(w.status)).Inc()
	m.seconds.WithLabelValues(route).Observe(now().Sub(start).Seconds())
}

// Metrics returns a handler for Prometheus, to be served where visitors do not reach it.
func (s *Server) Metrics() http.Handler {
	return promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{})
}
