// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
)

// V1 is the path of the first version of the API.
const V1 = "/v1"

// Immutable lets every cache keep an answer forever.
const Immutable = "public, max-age=31536000, immutable"

// Reply is an answer: an encoded document with its status and headers.
type Reply struct {
	Status      int
	ContentType string `header:"Content-Type"`
	Location    string `header:"Location" doc:"Identifier of an analysis that still runs"`
	Canonical   string `header:"Content-Location" doc:"Permanent address of an exact analysis"`
	Cache       string `header:"Cache-Control"`
	ETag        string `header:"ETag"`
	RetryAfter  string `header:"Retry-After"`
	Body        []byte
}

// Document returns an encoded document as an answer that is not cached.
func Document(body []byte) *Reply {
	return &Reply{Status: http.StatusOK, ContentType: "application/json", Cache: "no-store", Body: body}
}

// Kept returns an encoded document that never changes as an answer. A client that has it
// (If-None-Match) gets no body.
func Kept(body []byte, tag, none string) *Reply {
	out := &Reply{Status: http.StatusOK, ContentType: "application/json", Cache: Immutable, ETag: tag, Body: body}
	if none != "" && (none == "*" || strings.Contains(none, tag)) {
		out.Status, out.Body, out.ContentType = http.StatusNotModified, nil, ""
	}
	return out
}

// Asked is a question with its Idempotency-Key.
type Asked[Q any] struct {
	Key     string `header:"Idempotency-Key" maxLength:"128" doc:"Key under which a repeated request returns the same response"`
	Body    Q
	RawBody []byte
}

// ClassOf returns the class of work with a cost in milliseconds.
func ClassOf(cost float64) api.Class {
	if cost > api.ShortWork {
		return api.Long
	}
	return api.Short
}

// posed is a question that its verb parses.
type posed struct {
	Key     string `header:"Idempotency-Key" maxLength:"128" doc:"Key under which a repeated request returns the same response"`
	RawBody []byte
}

// Ask routes a verb that is answered within the request. The description of the API gives its body
// the type of its question, by which huma validates it.
func (s *Server) Ask(v *api.Verb) {
	op := s.Operation(v.Operation, http.MethodPost, v.Path, v.Summary, v.Document, http.StatusOK)
	op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Schema: s.schema(v.Question)}}}
	huma.Register(s.api, op, func(ctx context.Context, in *posed) (*Reply, error) {
		question, err := v.Read(in.RawBody) // parsed now, because work may outlive the request and its body
		if err != nil {
			return nil, unread(err)
		}
		body, err := s.Once(ctx, in.Key, v.Operation, in.RawBody, func() ([]byte, error) {
			return s.Compute(ctx, v.ClassOf(question), func(ctx context.Context) ([]byte, error) {
				doc, err := v.Do(ctx, question, nil)
				if err != nil {
					return nil, err
				}
				return api.Encode(doc), nil
			})
		})
		if err != nil {
			return nil, ProblemOf(err)
		}
		return Document(body), nil
	})
}

// unread reports a body that matches its schema but cannot be parsed, such as 1e3 for an integer.
func unread(err error) error {
	return humaError(http.StatusUnprocessableEntity, "validation failed", &huma.ErrorDetail{Location: "body", Message: api.ProblemOf(err).Detail})
}

// Once answers a question, or repeats the answer given under the same key.
func (s *Server) Once(ctx context.Context, key, verb string, question []byte, answer func() ([]byte, error)) ([]byte, error) {
	return s.keys.once(ctx, clientOf(ctx), key, verb, question, answer)
}
