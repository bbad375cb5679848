// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
)

// limitsDocument is the document veil.limits/1.
type limitsDocument struct {
	Schema string `json:"schema" enum:"veil.limits/1"`
	Limits
	QueueWaitMS int64        `json:"queue_wait_ms"`
	BodyWaitMS  int64        `json:"body_wait_ms" doc:"Time limit for receiving a request body"`
	BoundBytes  int64        `json:"bound_bytes" doc:"Memory limit of the server"`
	TimeMS      int64        `json:"time_ms" doc:"Of one answer"`
	KeepMS      int64        `json:"keep_ms" doc:"Time an analysis is kept after it ends"`
	Verbs       []verbLimits `json:"verbs" doc:"CPU limits of each verb"`
}

// verbLimits contains the maximum cost of any question of a verb.
type verbLimits struct {
	Verb    string `json:"verb"`
	TimeMS  int64  `json:"time_ms" doc:"CPU time until it is told to stop"`
	LateMS  int64  `json:"late_ms" doc:"Maximum CPU time after the time limit"`
	AfterMS int64  `json:"after_ms" doc:"Maximum CPU time after the client disconnects"`
	GapMS   int64  `json:"gap_ms" doc:"CPU time between two checks for cancellation"`
}

// verbLimits lists the maximum cost of each verb.
func (s *Server) verbLimits() []verbLimits {
	list := []verbLimits{}
	for _, name := range s.cfg.Verbs {
		list = append(list, verbLimits{
			name, s.limits.Time.Milliseconds(), api.MostLate.Milliseconds(), api.MostAfter.Milliseconds(), api.MostGap.Milliseconds(),
		})
	}
	return list
}

// versionDocument is the document veil.version/1.
type versionDocument struct {
	Schema  string `json:"schema" enum:"veil.version/1"`
	Version string `json:"version"`
	API     string `json:"api" enum:"v1"`
}

// routeService registers the routes for operators.
func (s *Server) routeService(mux *http.ServeMux) {
	Route[limitsDocument](s, "limits", http.MethodGet, "/limits", "What this server allows", func(context.Context, *struct{}) (*Reply, error) {
		l := s.limits
		return Document(api.Encode(limitsDocument{
			"veil.limits/1", l, l.QueueWait.Milliseconds(), l.BodyWait.Milliseconds(), l.Bound(), l.Time.Milliseconds(), l.Keep.Milliseconds(), s.verbLimits(),
		})), nil
	})
	Route[versionDocument](s, "version", http.MethodGet, "/version", "The version of this server", func(context.Context, *struct{}) (*Reply, error) {
		return Document(api.Encode(versionDocument{"veil.version/1", s.cfg.Version, "v1"})), nil
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if s.gate.stuck() {
			say(w, http.StatusServiceUnavailable, "stuck\n")
			return
		}
		say(w, http.StatusOK, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if s.draining.Load() {
			say(w, http.StatusServiceUnavailable, "draining\n")
			return
		}
		say(w, http.StatusOK, "ok\n")
	})
	if !s.cfg.NoMetrics {
		mux.Handle("GET /metrics", s.Metrics())
	}
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) { s.description().ServeHTTP(w, r) })
	mux.HandleFunc(V1+"/", s.nothing)
}

// nothing answers requests without a route, or with a wrong method.
func (s *Server) nothing(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodPost} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); strings.HasPrefix(pattern, method+" ") {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		NewProblem(http.StatusNotFound, NotFound, "there is nothing at this address", "see /openapi.json").Write(w, r)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	NewProblem(http.StatusMethodNotAllowed, notAllowed, r.Method+" is not possible here", "use "+strings.Join(allowed, " or ")+"; see /openapi.json").Write(w, r)
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // the client is gone if this fails
}

// Route registers a handler that answers with the document D.
func Route[D, I any](s *Server, id, method, path, summary string, handle func(context.Context, *I) (*Reply, error)) {
	huma.Register(s.api, s.Operation(id, method, path, summary, reflect.TypeFor[D](), http.StatusOK), handle)
}

// Operation describes an operation that answers with a document.
func (s *Server) Operation(id, method, path, summary string, doc reflect.Type, statuses ...int) huma.Operation {
	op := huma.Operation{
		OperationID: id, Method: method, Path: V1 + path, Summary: summary, DefaultStatus: http.StatusOK,
		MaxBodyBytes: s.limits.Body + bodySlack, BodyReadTimeout: -1, // the guard has read the body by then
		Responses: map[string]*huma.Response{},
		Errors: []int{
			http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestEntityTooLarge,
			http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable,
		},
	}
	if method != http.MethodPost {
		op.Errors = append(op.Errors, http.StatusNotFound)
	}
	for _, status := range statuses {
		op.Responses[strconv.Itoa(status)] = s.response(status, doc)
	}
	slices.Sort(op.Errors)
	return op
}

// response describes a response by its document.
func (s *Server) response(status int, doc reflect.Type) *huma.Response {
	return &huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{"application/json": {Schema: s.schema(doc)}}}
}

func (s *Server) schema(doc reflect.Type) *huma.Schema {
	return s.api.OpenAPI().Components.Schemas.Schema(doc, true, "")
}

// eventsOperation describes a stream of events.
func (s *Server) eventsOperation(id, path string, progress reflect.Type) huma.Operation {
	op := s.Operation(id, http.MethodGet, path, "Its progress, as events", progress)
	op.Description = "Events named progress, then one named done with the whole document, or problem. Last-Event-ID resumes a broken stream."
	op.Responses["200"] = &huma.Response{
		Description: "A stream",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: "string"}}, "application/x-ndjson": {Schema: s.schema(progress)}},
	}
	return op
}
