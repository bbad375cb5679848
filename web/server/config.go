// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"cmp"
	"io/fs"
	"log/slog"
	"net/netip"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Config configures a server. Page and Schemas must be set; everything else has a default.
type Config struct {
	Version string // of veil
	About   string // title of the API's description
	Limits  Limits
	Page    fs.FS             // static files
	More    map[string][]byte // static files from elsewhere, with their list of compressed files; none if nil
	Instead map[string][]byte // static files that replace others
	Schemas huma.Registry     // of the documents and questions
	Verbs   []string          // the questions that have a route
	// Tokens are the accepted bearer tokens; none means that no token is needed. Each token is a
	// separate client.
	Tokens []string
	// Origins are the web sites whose pages may call the API.
	Origins []string
	// Hosts are the names under which the server may be called, besides loopback ones. This keeps
	// pages elsewhere from calling it under a name of theirs.
	Hosts []string
	// Proxies are the addresses of proxies that are trusted to name the client.
	Proxies []netip.Prefix
	Log     *slog.Logger
	Access  *slog.Logger // for a line per request; none if nil
	// NoMetrics keeps /metrics from visitors; see Server.Metrics.
	NoMetrics bool
}

// Limits bound the work of a server; zeros mean the defaults. The limits of one answer belong to
// the functions that answer, and are repeated here for display.
type Limits struct {
	Running   int           `json:"running" doc:"Number of long answers computed concurrently; the number of cores if omitted"`
	Queue     int           `json:"queue" doc:"Limit of queued requests"`
	QueueWait time.Duration `json:"-"`
	PerClient int           `json:"per_client" doc:"Limit of concurrent requests per client"`
	Rate      float64       `json:"rate" doc:"Requests per second per client, on average"`
	Burst     int           `json:"burst" doc:"Burst of requests per client"`
	Body      int64         `json:"body_bytes"`
	HeadWait  time.Duration `json:"-"` // for the header of a request
	BodyWait  time.Duration `json:"-"`
	Bodies    int64         `json:"bodies_bytes" doc:"Total size of bodies being received"`
	Cells     int           `json:"cells" doc:"Maximum number of cells of a board"`
	Time      time.Duration `json:"-"`
	Memory    int64         `json:"memory_bytes" doc:"Of one answer"`
	Cache     int64         `json:"cache_bytes" doc:"Number of exact answers cached"`
	Jobs      int           `json:"jobs" doc:"Number of analyses kept"`
	Keep      time.Duration `json:"-"`
	// Streams and connections are limited in total and per client.
	Streams       int `json:"streams" doc:"Open event streams"`
	ClientStreams int `json:"client_streams" doc:"Open event streams of one client"`
	Conns         int `json:"connections" doc:"Open connections"`
	ClientConns   int `json:"client_connections" doc:"Open connections of one client"`
}

func (l Limits) withDefaults() Limits {
	l.Running = cmp.Or(l.Running, runtime.GOMAXPROCS(0))
	l.Queue = cmp.Or(l.Queue, 4*l.Running)
	l.QueueWait = cmp.Or(l.QueueWait, 5*time.Second)
	l.PerClient = cmp.Or(l.PerClient, 12)
	l.Rate = cmp.Or(l.Rate, 50)
	l.Burst = cmp.Or(l.Burst, 100)
	l.Body = cmp.Or(l.Body, 256<<10)
	l.HeadWait = cmp.Or(l.HeadWait, 5*time.Second)
	l.BodyWait = cmp.Or(l.BodyWait, 10*time.Second)
	l.Bodies = cmp.Or(l.Bodies, 32<<20)
	l.Cells = cmp.Or(l.Cells, 200*200)
	l.Time = cmp.Or(l.Time, 30*time.Second)
	l.Memory = cmp.Or(l.Memory, 512<<20)
	l.Cache = cmp.Or(l.Cache, 64<<20)
	l.Jobs = cmp.Or(l.Jobs, 1000)
	l.Keep = cmp.Or(l.Keep, 10*time.Minute)
	l.Streams = cmp.Or(l.Streams, 2000)
	l.ClientStreams = cmp.Or(l.ClientStreams, max(8, l.Streams/8))
	l.Conns = cmp.Or(l.Conns, l.Streams+1000)
	l.ClientConns = cmp.Or(l.ClientConns, max(64, l.Conns/8))
	return l
}
