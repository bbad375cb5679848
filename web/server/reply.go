// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
)

// V1 is where the first version of the API is.
const V1 = "/v1"

// Immutable lets every cache keep an answer for ever.
const Immutable = "public, max-age=31536000, immutable"

// Reply is an answer: a document that is already encoded.
type Reply struct {
	Status      int
	ContentType string `header:"Content-Type"`
	Location    string `header:"Location" doc:"Of an analysis that still runs"`
	Canonical   string `header:"Content-Location" doc:"Of an exact analysis: the address under which it never changes"`
	Cache       string `header:"Cache-Control"`
	ETag        string `header:"ETag"`
	RetryAfter  string `header:"Retry-After"`
	Body        []byte
}

// Document is an encoded document as an answer that nobody keeps.
func Document(body []byte) *Reply {
	return &Reply{Status: http.StatusOK, ContentType: "application/json", Cache: "no-store", Body: body}
}

// Kept is an encoded document that never changes as an answer. A client that has it, as none
// says (If-None-Match), gets no body.
func Kept(body []byte, tag, none string) *Reply {
	out := &Reply{Status: http.StatusOK, ContentType: "application/json", Cache: Immutable, ETag: tag, Body: body}
	if none != "" && (none == "*" || strings.Contains(none, tag)) {
		out.Status, out.Body, out.ContentType = http.StatusNotModified, nil, ""
	}
	return out
}

// Asked is a question.
type Asked[Q any] struct {
	Key     string `header:"Idempotency-Key" maxLength:"128" doc:"Asking again with the same key gives the same answer"`
	Body    Q
	RawBody []byte
}

// Class is what is expected of work. Work that turns out to be long lets others pass whatever
// was expected.
type Class int

// The classes of work: short work comes first, long work may take the memory of an answer,
// and bulk work takes long but little memory, such as reading and sending files.
const (
	Short Class = iota
	Long
	Bulk
)

// ClassOf returns the class of work that takes so many milliseconds.
func ClassOf(cost float64) Class {
	if cost > LongWork {
		return Long
	}
	return Short
}

// Ask routes a question that is answered within the request.
func Ask[Q, D any](s *Server, class Class, id, path, summary string, answer func(context.Context, Q) (D, error)) {
	op := s.Operation(id, http.MethodPost, path, summary, reflect.TypeFor[D](), http.StatusOK)
	huma.Register(s.api, op, func(ctx context.Context, in *Asked[Q]) (*Reply, error) {
		body, err := s.Once(ctx, in.Key, id, in.RawBody, func() ([]byte, error) {
			return s.Compute(ctx, class, func(ctx context.Context) ([]byte, error) {
				doc, err := answer(ctx, in.Body)
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

// Once answers a question, or repeats the answer given under the same key.
func (s *Server) Once(ctx context.Context, key, verb string, question []byte, answer func() ([]byte, error)) ([]byte, error) {
	return s.keys.once(ctx, clientOf(ctx), key, verb, question, answer)
}
