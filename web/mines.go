// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/internal/pause"
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
	api.MinesQuestion

	Waiting

	Require string `json:"require,omitempty" enum:"any,bounds,exact" doc:"Wait, as far as wait_ms allows, until the value of best play is at least this well known"`
}

const v1 = "/v1"

// analyses are jobs that answer about a position of Minesweeper.
func analyses() kind {
	return kind{verb: "analyse", noun: "analysis", path: v1 + "/mines/analyses/", prefix: "an_", schema: "mines.analysis/1"}
}

func (s *Server) routeMines() {
	routeJobs[api.MinesAnalysis, api.MinesProgress](s, analyses(), "Analyse a position", s.postAnalysis,
		func(_ context.Context, in *byID) (*reply, error) { return s.getJob(analyses(), in.ID) })
	route[api.MinesAnalysis](s, "position", http.MethodGet, "/mines/positions/{code}", "The analysis of a position by its name", s.getPosition)
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
		body, err := s.keys.once(ctx, clientOf(ctx), in.Key, id, in.RawBody, func() ([]byte, error) {
			return s.compute(ctx, isLong, func(ctx context.Context) ([]byte, error) {
				doc, err := answer(ctx, in.Body)
				if err != nil {
					return nil, err
				}
				return api.Encode(doc), nil
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
	return work(pause.With(ctx, func() { pass.pause(ctx) }))
}

// keep remembers an answer if it is exact, and so will never be another.
func (s *Server) keep(key string, doc *api.MinesAnalysis) (kept, bool) {
	if key == "" || doc.State != api.Done || doc.Value.Kind != "exact" || !exactMoves(doc) {
		return kept{}, false
	}
	body := api.Encode(doc)
	sum := sha256.Sum256(body)
	k := kept{doc, body, `"` + hex.EncodeToString(sum[:12]) + `"`}
	s.cache.Set(key, k)
	return k, true
}

// exactMoves reports whether the winning chance of every move that can win is exact: not if
// only the best were asked for.
func exactMoves(doc *api.MinesAnalysis) bool {
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
		out := document(api.Encode(task.Turn(k.doc)))
		out.Canonical = positionPath(task.Key)
		return out, nil
	}
	s.metrics.cache.WithLabelValues("miss").Inc()
	w := work[*api.MinesAnalysis]{task, analyses(), func(doc *api.MinesAnalysis) string {
		if _, ok := s.keep(task.Key, doc); !ok {
			return ""
		}
		return positionPath(task.Key)
	}}
	var enough func(api.Report) bool
	if in.Body.Require == "bounds" {
		enough = hasBounds
	}
	return answer(ctx, s, w, in, in.Body.time(), enough)
}

func hasBounds(r api.Report) bool {
	doc, ok := r.(*api.MinesAnalysis)
	return ok && doc.Value.Kind == "bounds"
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
	task, err := s.cfg.Mines.PrepareCode(in.Code, api.Budget{})
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
		return api.Encode(doc), nil
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
