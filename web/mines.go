// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/analysis"
)

// reply is an answer: a document that is already encoded.
type reply struct {
	Status      int
	ContentType string `header:"Content-Type"`
	Location    string `header:"Location" doc:"Of an analysis that still runs"`
	Canonical   string `header:"Content-Location" doc:"Of an exact analysis: the address under which it never changes"`
	Cache       string `header:"Cache-Control"`
	ETag        string `header:"ETag"`
	RetryAfter  string `header:"Retry-After"`
	Body        []byte
}

func document(body []byte) *reply {
	return &reply{Status: http.StatusOK, ContentType: "application/json", Cache: "no-store", Body: body}
}

// asked is a question.
type asked[Q any] struct {
	Key     string `header:"Idempotency-Key" maxLength:"128" doc:"Asking again with the same key gives the same answer"`
	Body    Q
	RawBody []byte
}

// analysed is a question for an analysis, and how long to wait for it.
type analysed struct {
	analysis.MinesQuestion

	Require string `json:"require,omitempty" enum:"any,bounds,exact" doc:"Wait, as far as wait_ms allows, until the value of best play is at least this well known"`
	WaitMS  *int   `json:"wait_ms,omitempty" minimum:"0" maximum:"30000" doc:"How long to wait for the answer before it becomes 202 with a Location; default 1000"`
}

const v1 = "/v1"

// analysisPath is where analyses are.
const analysisPath = v1 + "/mines/analyses/"

func (s *Server) routeMines() {
	huma.Register(s.api, s.operation("analyse", http.MethodPost, "/mines/analyses", "Analyse a position",
		reflect.TypeFor[analysis.MinesAnalysis](), http.StatusOK, http.StatusAccepted), s.postAnalysis)
	route[analysis.MinesAnalysis](s, "analysis", http.MethodGet, "/mines/analyses/{id}", "An analysis as far as it is", s.getAnalysis)
	route[analysis.MinesAnalysis](s, "stop", http.MethodDelete, "/mines/analyses/{id}", "Stop an analysis and get what is proved", s.deleteAnalysis)
	huma.Register(s.api, s.eventsOperation(), s.getEvents)
	route[analysis.MinesAnalysis](s, "position", http.MethodGet, "/mines/positions/{code}", "The analysis of a position by its name", s.getPosition)
	m := s.cfg.Mines
	ask(s, long, "explain", "/mines/explanations", "Why cells are as they are", m.Explain)
	ask(s, short, "hint", "/mines/hints", "Help to find a safe cell", m.Hint)
	ask(s, short, "check", "/mines/checks", "Can the board exist, and is a guess forced?", m.Check)
	ask(s, long, "draw", "/mines/boards", "Draw a board from a seed", m.Draw)
	ask(s, long, "review", "/mines/reviews", "Split a game into mistakes and luck", m.Review)
	ask(s, short, "convert", "/formats/convert", "Write a board in another format", m.Convert)
}

// What is expected of the answers to a question. One that turns out to be long lets others
// pass all the same.
const (
	short = false
	long  = true
)

// ask routes a question that is answered within the request.
func ask[Q, D any](s *Server, isLong bool, id, path, summary string, answer func(context.Context, Q) (D, error)) {
	op := s.operation(id, http.MethodPost, path, summary, reflect.TypeFor[D](), http.StatusOK)
	huma.Register(s.api, op, func(ctx context.Context, in *asked[Q]) (*reply, error) {
		body, err := s.keys.once(ctx, clientOf(ctx), in.Key, in.RawBody, func() ([]byte, error) {
			return s.compute(ctx, isLong, func(ctx context.Context) ([]byte, error) {
				doc, err := answer(ctx, in.Body)
				if err != nil {
					return nil, err
				}
				return analysis.Encode(doc), nil
			})
		})
		if err != nil {
			return nil, problemOf(err)
		}
		return document(body), nil
	})
}

// compute runs work under the gate.
func (s *Server) compute(ctx context.Context, long bool, work func(context.Context) ([]byte, error)) ([]byte, error) {
	if !s.admit() {
		return nil, errBusy
	}
	defer s.work.Done()
	pass, err := s.gate.enter(ctx, clientOf(ctx), long)
	if err != nil {
		return nil, err
	}
	defer pass.leave()
	return work(analysis.WithPause(ctx, func() { pass.pause(ctx) }))
}

// longWork is the price in milliseconds from which on work lets other work pass.
const longWork = 50

// start begins a job.
func (s *Server) start(task analysis.Task, client string) (*job, error) {
	if !s.admit() {
		return nil, errBusy
	}
	ctx, stop := context.WithTimeout(s.life, s.limits.Time+s.limits.QueueWait+time.Second)
	j := &job{id: newID(), client: client, stop: stop, done: make(chan struct{}), changed: make(chan struct{})}
	if !s.jobs.add(j, now()) {
		stop()
		s.work.Done()
		return nil, errBusy
	}
	go func() {
		defer s.work.Done()
		defer stop()
		s.run(ctx, j, task)
	}()
	return j, nil
}

// run answers a job. An exact answer is kept for everybody.
func (s *Server) run(ctx context.Context, j *job, task analysis.Task) {
	defer func() {
		if fault := recover(); fault != nil {
			s.log.Error("panic in an analysis", "position", task.Key, "fault", fault)
			s.metrics.panics.Inc()
			j.finish(nil, newProblem(http.StatusInternalServerError, analysis.Internal, "internal error", ""), now())
		}
	}()
	pass, err := s.gate.enter(ctx, j.client, task.Cost > longWork)
	if err != nil {
		j.finish(nil, err, now())
		return
	}
	defer pass.leave()
	paused := analysis.WithPause(ctx, func() { pass.pause(ctx) })
	var proved func() *analysis.MinesAnalysis
	doc, err := task.Run(paused, func(latest func() *analysis.MinesAnalysis) {
		if proved = latest; j.wanted.Load() {
			j.tell(task.Turn(latest()))
		}
	})
	if stopped(err) && proved != nil {
		j.tell(task.Turn(proved()))
	}
	if err != nil {
		j.finish(nil, err, now())
		return
	}
	s.keep(task.Key, doc)
	j.finish(task.Turn(doc), nil, now())
}

// keep remembers an answer if it is exact, and so will never be another.
func (s *Server) keep(key string, doc *analysis.MinesAnalysis) (kept, bool) {
	if key == "" || doc.State != analysis.Done || doc.Value.Kind != "exact" || !exactMoves(doc) {
		return kept{}, false
	}
	body := analysis.Encode(doc)
	sum := sha256.Sum256(body)
	k := kept{doc, body, `"` + hex.EncodeToString(sum[:12]) + `"`}
	s.cache.Set(key, k)
	return k, true
}

// exactMoves reports whether the winning chance of every move that can win is exact: not if
// only the best were asked for.
func exactMoves(doc *analysis.MinesAnalysis) bool {
	for _, m := range doc.Moves {
		if m.Win.Kind != "exact" && m.Certain != "mine" && m.Risk != nil {
			return false
		}
	}
	return true
}

func positionPath(key string) string { return v1 + "/mines/positions/" + key }

func (s *Server) postAnalysis(ctx context.Context, in *asked[analysed]) (*reply, error) {
	task, err := s.cfg.Mines.Prepare(in.Body.MinesQuestion)
	if err != nil {
		return nil, problemOf(err)
	}
	if k, ok := s.cache.GetIfPresent(task.Key); ok && task.Key != "" {
		s.metrics.cache.WithLabelValues("hit").Inc()
		out := document(analysis.Encode(task.Turn(k.doc)))
		out.Canonical = positionPath(task.Key)
		return out, nil
	}
	s.metrics.cache.WithLabelValues("miss").Inc()
	client := clientOf(ctx)
	j, fresh, err := s.keys.job(client, in.Key, in.RawBody, func() (*job, error) { return s.start(task, client) })
	if err != nil {
		return nil, problemOf(err)
	}
	wait := time.Second
	if in.Body.WaitMS != nil {
		wait = time.Duration(*in.Body.WaitMS) * time.Millisecond
	}
	if wait < patient || in.Key != "" || in.Body.Require == "bounds" {
		j.wanted.Store(true)
	}
	if !j.await(ctx, wait, in.Body.Require) && fresh && in.Key == "" {
		j.stop() // nobody can ask for it any more
	}
	return s.jobReply(j, task.Key)
}

// patient is a wait that is expected to end with the answer: until it is over nobody wants
// to know how far it is.
const patient = 2 * time.Second

// await waits until a job is good enough. It is false if the asker went away meanwhile.
func (j *job) await(ctx context.Context, wait time.Duration, require string) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		j.mu.Lock()
		more, good := j.changed, j.latest != nil && require == "bounds" && j.latest.Value.Kind == "bounds"
		j.mu.Unlock()
		if good {
			return true
		}
		select {
		case <-j.done:
			return true
		case <-timer.C:
			return true
		case <-ctx.Done():
			return false
		case <-more:
		}
	}
}

// jobReply is a job as an answer: 200 if it has ended, else 202.
func (s *Server) jobReply(j *job, key string) (*reply, error) {
	body, done, err := j.status()
	if err != nil {
		return nil, problemOf(err)
	}
	if !done && body == nil {
		body = analysis.Encode(map[string]any{"schema": "mines.analysis/1", "id": j.id, "state": analysis.Running})
	}
	out := document(body)
	if !done {
		j.wanted.Store(true)
		out.Status, out.Location, out.RetryAfter = http.StatusAccepted, analysisPath+j.id, "1"
	} else if _, ok := s.cache.GetIfPresent(key); ok && key != "" {
		out.Canonical = positionPath(key)
	}
	return out, nil
}

// byID names an analysis.
type byID struct {
	ID string `path:"id" maxLength:"64" example:"an_4Z5XQ2"`
}

func (s *Server) find(id string) (*job, error) {
	j, ok := s.jobs.get(id)
	if !ok {
		return nil, newProblem(http.StatusNotFound, notFound, "there is no such analysis",
			"analyses are kept for "+s.limits.Keep.String()+" after they end; ask again")
	}
	return j, nil
}

func (s *Server) getAnalysis(_ context.Context, in *byID) (*reply, error) {
	j, err := s.find(in.ID)
	if err != nil {
		return nil, err
	}
	out, err := s.jobReply(j, "")
	if err == nil {
		out.Status, out.Location = http.StatusOK, ""
	}
	return out, err
}

func (s *Server) deleteAnalysis(ctx context.Context, in *byID) (*reply, error) {
	j, err := s.find(in.ID)
	if err != nil {
		return nil, err
	}
	j.stop()
	select {
	case <-j.done:
	case <-ctx.Done():
	}
	return s.jobReply(j, "")
}

// byCode names a position.
type byCode struct {
	Code string `path:"code" maxLength:"2200" example:"4x4-4-safe-1_______________" doc:"Width x height - mines - first-click rule - cells row by row: 0 to 8, _ hidden, * a mine, o open"`
	None string `header:"If-None-Match"`
}

// getPosition serves an exact analysis for ever, and another as it is.
func (s *Server) getPosition(ctx context.Context, in *byCode) (*reply, error) {
	if k, ok := s.cache.GetIfPresent(in.Code); ok {
		s.metrics.cache.WithLabelValues("hit").Inc()
		return k.reply(in.None), nil
	}
	task, err := s.cfg.Mines.PrepareCode(in.Code, analysis.Budget{})
	if err != nil {
		return nil, problemOf(err)
	}
	if task.Key != in.Code {
		return &reply{Status: http.StatusPermanentRedirect, Location: positionPath(task.Key), Cache: immutable}, nil
	}
	s.metrics.cache.WithLabelValues("miss").Inc()
	var k kept
	var ok bool
	body, err := s.compute(ctx, task.Cost > longWork, func(ctx context.Context) ([]byte, error) {
		doc, err := task.Run(ctx, nil)
		if err != nil {
			return nil, err
		}
		k, ok = s.keep(task.Key, doc)
		return analysis.Encode(doc), nil
	})
	if err != nil {
		return nil, problemOf(err)
	}
	if ok {
		return k.reply(in.None), nil
	}
	return document(body), nil
}

// immutable tells every cache to keep an answer.
const immutable = "public, max-age=31536000, immutable"

// reply serves an exact answer.
func (k kept) reply(none string) *reply {
	out := &reply{Status: http.StatusOK, ContentType: "application/json", Cache: immutable, ETag: k.tag, Body: k.body}
	if none != "" && (none == "*" || strings.Contains(none, k.tag)) {
		out.Status, out.Body, out.ContentType = http.StatusNotModified, nil, ""
	}
	return out
}
