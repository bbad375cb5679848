// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"runtime"
	"time"

	"github.com/veilplan/veil/api"
)

// Config is a server. Mines and Krieg must be set; everything else has a default.
type Config struct {
	Version string // of veil
	Mines   Mines
	Krieg   Krieg
	Runs    Runs
	Limits  Limits
	Page    fs.FS // static files; the built-in page if nil
	// Tokens are the bearer tokens that are accepted; none means that none is needed. Each
	// is a client of its own.
	Tokens []string
	// Origins are the web sites whose pages may call the API.
	Origins []string
	// Hosts are the names under which the server may be called, besides loopback ones. A
	// page elsewhere cannot make a browser call it under another name.
	Hosts []string
	// Proxy tells that every request comes through one proxy, which says who asks.
	Proxy bool
	Log   *slog.Logger
}

// Mines answers questions about Minesweeper.
type Mines struct {
	Prepare     func(api.MinesQuestion) (api.Task[*api.MinesAnalysis], error)
	PrepareCode func(code string, budget api.Budget) (api.Task[*api.MinesAnalysis], error)
	Explain     func(context.Context, api.MinesWhy) (*api.MinesExplanation, error)
	Hint        func(context.Context, api.MinesHintQuestion) (*api.MinesHint, error)
	Check       func(context.Context, api.MinesCheckQuestion) (*api.MinesCheck, error)
	Review      func(context.Context, api.MinesGame) (*api.MinesReview, error)
	Draw        func(context.Context, api.MinesDraw) (*api.MinesBoard, error)
	Convert     func(context.Context, api.Conversion) (*api.Converted, error)
}

// Krieg answers questions about Kriegspiel.
type Krieg struct {
	Belief func(context.Context, api.KriegBeliefQuestion) (*api.KriegBelief, error)
	Why    func(context.Context, api.KriegWhyQuestion) (*api.KriegWhy, error)
	Mate   func(context.Context, api.KriegMateQuestion, api.Tell[*api.KriegMate]) (*api.KriegMate, error)
	WhatIf func(context.Context, api.KriegWhatIfQuestion) (*api.KriegWhatIf, error)
	Check  func(context.Context, api.KriegCheckQuestion) (*api.KriegCheck, error)
	Print  func(context.Context, api.KriegPrintQuestion) (*api.KriegPrinted, error)
	// Puzzles are the problems that are posed; they are asked for when they are needed.
	Puzzles func() ([]api.KriegPuzzle, error)
}

// Limits bound what a server does; zeros mean the defaults. The limits of one answer belong
// to who answers, and are repeated here to be told.
type Limits struct {
	Running   int           `json:"running" doc:"Answers computed at a time; default: the cores"`
	Queue     int           `json:"queue" doc:"Requests that may wait"`
	QueueWait time.Duration `json:"-"`
	PerClient int           `json:"per_client" doc:"Requests of one client that run or wait"`
	Rate      float64       `json:"rate" doc:"Requests per second of one client, on average"`
	Burst     int           `json:"burst" doc:"Requests of one client at once"`
	Body      int64         `json:"body_bytes"`
	Cells     int           `json:"cells" doc:"Of a board"`
	Time      time.Duration `json:"-"`
	Memory    int64         `json:"memory_bytes" doc:"Of one answer"`
	Cache     int64         `json:"cache_bytes" doc:"Exact answers that are kept"`
	Jobs      int           `json:"jobs" doc:"Analyses that are kept"`
	Keep      time.Duration `json:"-"`
	Streams   int           `json:"streams" doc:"Open event streams"`
}

func (l Limits) withDefaults() Limits {
	l.Running = cmp.Or(l.Running, runtime.GOMAXPROCS(0))
	l.Queue = cmp.Or(l.Queue, 4*l.Running)
	l.QueueWait = cmp.Or(l.QueueWait, 5*time.Second)
	l.PerClient = cmp.Or(l.PerClient, 12)
	l.Rate = cmp.Or(l.Rate, 50)
	l.Burst = cmp.Or(l.Burst, 100)
	l.Body = cmp.Or(l.Body, 256<<10)
	l.Cells = cmp.Or(l.Cells, 200*200)
	l.Time = cmp.Or(l.Time, 30*time.Second)
	l.Memory = cmp.Or(l.Memory, 512<<20)
	l.Cache = cmp.Or(l.Cache, 64<<20)
	l.Jobs = cmp.Or(l.Jobs, 1000)
	l.Keep = cmp.Or(l.Keep, 10*time.Minute)
	l.Streams = cmp.Or(l.Streams, 2000)
	return l
}
