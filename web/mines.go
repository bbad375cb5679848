// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// analysed is a question for an analysis, and how long to wait for it.
type analysed struct {
	api.MinesAnalyseQuestion

	server.Waiting

	Require string `json:"require,omitempty" enum:"any,bounds,exact" doc:"Quality of the value to wait for, within wait_ms"`
}

// minesRoutes answers with analyses of Minesweeper.
type minesRoutes struct {
	*server.Server

	analysis *api.Verb
	jobs     server.Kind
	position func(code string, budget api.Budget) (api.Task[*api.MinesAnalysis], error)
	exact    *server.Cache[kept] // by the code of the position
}

// kept is a cached exact answer in its canonical orientation.
type kept struct {
	doc  *api.MinesAnalysis
	body []byte
	tag  string
}

// routeMines routes analyses, which are jobs; exact ones also have an address by position.
func routeMines(s *server.Server, v *api.Verb, position func(string, api.Budget) (api.Task[*api.MinesAnalysis], error)) {
	exact := server.NewCache(s, func(k kept) int { return 4 * len(k.body) }) // the document is larger than its text
	jobs := server.Kind{Verb: v.Operation, Noun: "analysis", Path: server.V1 + v.Path + "/", Prefix: "an_", Schema: "mines.analysis/2"}
	r := &minesRoutes{s, v, jobs, position, exact}
	server.RouteJobs[api.MinesAnalysis, api.MinesProgress](s, jobs, v.Summary, r.postAnalysis,
		func(_ context.Context, in *server.ByID) (*server.Reply, error) { return s.GetJob(jobs, in.ID) })
	server.Route[api.MinesAnalysis](s, "position", http.MethodGet, "/mines/positions/{code}", "The analysis of a position by its name", r.getPosition)
}

// keep caches an answer if it is exact, and so will never change.
func (m *minesRoutes) keep(key string, doc *api.MinesAnalysis) (kept, bool) {
	if key == "" || doc.State != api.Done || doc.Value.Kind != "exact" || !exactMoves(doc) {
		return kept{}, false
	}
	body := api.Encode(doc)
	sum := sha256.Sum256(body)
	k := kept{doc, body, `"` + hex.EncodeToString(sum[:12]) + `"`}
	m.exact.Set(key, k)
	return k, true
}

// exactMoves reports whether the winning chance of every move that can win is exact: false if only
// the best moves were requested.
func exactMoves(doc *api.MinesAnalysis) bool {
	for _, move := range doc.Moves {
		if (move.Win == nil || move.Win.Kind != "exact") && move.Certain != "mine" && move.Risk != nil {
			return false
		}
	}
	return true
}

func positionPath(key string) string { return server.V1 + "/mines/positions/" + key }

// prepare parses a question, which takes time for a large board, and returns the answer if it is cached.
func (m *minesRoutes) prepare(ctx context.Context, q api.MinesAnalyseQuestion) (task api.Task[any], known []byte, err error) {
	known, err = m.Compute(ctx, api.Short, func(context.Context) ([]byte, error) {
		var err error
		if task, err = m.analysis.Prepare(&q); err != nil {
			return nil, err
		}
		if k, ok := m.exact.Seek(task.Key); ok && task.Key != "" {
			return api.Encode(task.Turn(k.doc)), nil
		}
		return nil, nil
	})
	return task, known, err
}

func (m *minesRoutes) postAnalysis(ctx context.Context, in *server.Asked[analysed]) (*server.Reply, error) {
	task, known, err := m.prepare(ctx, in.Body.MinesAnalyseQuestion)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	if known != nil {
		out := server.Document(known)
		out.Canonical = positionPath(task.Key)
		return out, nil
	}
	w := server.Work{Task: task, Kind: m.jobs, Keep: func(doc any) string {
		if _, ok := m.keep(task.Key, doc.(*api.MinesAnalysis)); !ok {
			return ""
		}
		return positionPath(task.Key)
	}}
	var enough func(api.Report) bool
	if in.Body.Require == "bounds" {
		enough = hasBounds
	}
	return server.Answer(ctx, m.Server, w, in, in.Body.Time(), enough)
}

func hasBounds(r api.Report) bool {
	doc, ok := r.(*api.MinesAnalysis)
	return ok && doc.Value.Kind == "bounds"
}

// byCode selects a position.
type byCode struct {
	Code string `path:"code" maxLength:"2200" example:"4x4-4-safe-1_______________" doc:"Width x height - mines - first-click rule - cells row by row: 0 to 8, _ hidden, * a mine, o open"`
	None string `header:"If-None-Match"`
}

// getPosition serves the analysis of a position: an exact one as immutable, any other without caching.
func (m *minesRoutes) getPosition(ctx context.Context, in *byCode) (*server.Reply, error) {
	if k, ok := m.exact.Seek(in.Code); ok {
		return server.Kept(k.body, k.tag, in.None), nil
	}
	task, err := m.position(in.Code, api.Budget{})
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	if task.Key != in.Code {
		return &server.Reply{Status: http.StatusPermanentRedirect, Location: positionPath(task.Key), Cache: server.Immutable}, nil
	}
	var k kept
	var ok bool
	body, err := m.Compute(ctx, server.ClassOf(task.Cost), func(ctx context.Context) ([]byte, error) {
		doc, err := task.Run(ctx, nil)
		if err != nil {
			return nil, err
		}
		k, ok = m.keep(task.Key, doc)
		return api.Encode(doc), nil
	})
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	if ok {
		return server.Kept(k.body, k.tag, in.None), nil
	}
	return server.Document(body), nil
}
