// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
)

// problemsURL is the address of the page that explains the types of problems.
const problemsURL = "https://github.com/veilplan/veil/blob/main/docs/problems.md#"

// Types of problem that only a server has.
const (
	Invalid      = "invalid-request"
	rateLimited  = "rate-limited"
	busy         = "busy"
	NotFound     = "not-found"
	notAllowed   = "method-not-allowed"
	unauthorized = "unauthorized"
	Forbidden    = "forbidden"
	reused       = "idempotency-key-reused"
)

// Problem is a problem as an HTTP response (RFC 9457).
type Problem struct { //nolint:errname // the word of RFC 9457
	api.Problem

	retryAfter int // seconds; 0 for none
}

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders implements huma.HeadersError.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retryAfter))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="veil"`)
	}
	return h
}

// Schema implements huma.SchemaProvider: the body is the document.
func (p *Problem) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[api.Problem](), true, "")
}

// NewProblem returns a problem of a type, with an HTTP status.
func NewProblem(status int, kind, title, detail string) *Problem {
	return &Problem{Problem: api.Problem{
		Schema: "veil.problem/1", Type: problemsURL + kind, Title: title, Status: status, Detail: detail,
	}}
}

// statusOf returns the HTTP status of a problem of package api.
func statusOf(kind string) int {
	switch kind {
	case api.Malformed:
		return http.StatusBadRequest
	case api.TooLarge:
		return http.StatusRequestEntityTooLarge
	case api.Cancelled:
		return http.StatusServiceUnavailable
	case api.Internal:
		return http.StatusInternalServerError
	default:
		return http.StatusUnprocessableEntity
	}
}

// ProblemOf converts any error into a problem.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if p, ok := errors.AsType[*api.Problem](err); ok {
		out := &Problem{Problem: *p}
		out.Status = statusOf(p.Type)
		out.Type = problemsURL + p.Type
		if p.Type == api.Cancelled {
			out.retryAfter = 1
		}
		return out
	}
	switch {
	case errors.Is(err, errLate):
		return NewProblem(http.StatusUnprocessableEntity, api.TooHard, "too hard within the time of one answer", "compute it with the command line, which has no such limit")
	case errors.Is(err, errBusy), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		p := NewProblem(http.StatusServiceUnavailable, busy, "the server is busy", "try again later, or compute in your browser or with the command line")
		p.retryAfter = 2
		return p
	case errors.Is(err, errQuota):
		p := NewProblem(http.StatusTooManyRequests, rateLimited, "too many requests at a time", "wait for answers before you ask again")
		p.retryAfter, p.Reset = 1, 1
		return p
	default:
		return NewProblem(http.StatusInternalServerError, api.Internal, "internal error", "")
	}
}

// humaError converts huma's errors: a body that does not match its schema, one that is too large,
// an unknown media type.
func humaError(status int, message string, errs ...error) huma.StatusError {
	kind := Invalid
	if status == http.StatusRequestEntityTooLarge {
		kind = api.TooLarge
	}
	var details []string
	for _, err := range errs {
		if d, ok := errors.AsType[*huma.ErrorDetail](err); ok {
			details = append(details, d.Location+": "+d.Message) // without the value, which may be anything
		} else if err != nil {
			details = append(details, err.Error())
		}
	}
	detail := strings.Join(details, "; ")
	if len(detail) > 2000 {
		detail = detail[:2000] + " …"
	}
	return NewProblem(status, kind, message, strings.ToValidUTF8(detail, "�"))
}

// Write sends a problem outside of huma: as a page to people, as a document to programs.
func (p *Problem) Write(w http.ResponseWriter, r *http.Request) {
	p.Instance = instance(r)
	h := w.Header()
	maps.Copy(h, p.GetHeaders())
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept")
	if p.page(w, r) {
		return
	}
	h.Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p.Problem) // the client is gone if this fails
}

// instance returns the id of a request.
func instance(r *http.Request) string {
	path := r.URL.Path
	if len(path) > 200 {
		path = path[:200]
	}
	return path
}
