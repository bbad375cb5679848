// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/veilplan/veil/api"
)

// A belief and a proof are functions of their question, so they are named by it: what is
// kept is the question, and the answer if it is at hand.
const (
	beliefPath = v1 + "/krieg/beliefs/"
	proofPath  = v1 + "/krieg/proofs/"
)

// searches are jobs that look for a proof.
func searches() kind {
	return kind{verb: "prove", noun: "proof", path: proofPath, prefix: "se_", schema: "krieg.mate/1"}
}

func (s *Server) routeKrieg() {
	k := s.cfg.Krieg
	route[api.KriegBelief](s, "belief", http.MethodPost, "/krieg/beliefs", "Which positions fit what was heard", s.postBelief)
	route[api.KriegBelief](s, "beliefByID", http.MethodGet, "/krieg/beliefs/{id}", "A belief that was asked for", s.getBelief)
	route[api.KriegBelief](s, "positions", http.MethodGet, "/krieg/beliefs/{id}/positions", "Its positions, page by page", s.getPositions)
	route[api.KriegBelief](s, "observe", http.MethodPost, "/krieg/beliefs/{id}/observations", "The belief after more was heard", s.postObservations)
	routeJobs[api.KriegMate, api.KriegProgress](s, searches(), "Can mate be forced whatever is hidden?", s.postProof, s.getProof)
	route[api.KriegNode](s, "node", http.MethodGet, "/krieg/proofs/{id}/nodes/{n}", "One node of its plan", s.getNode)
	route[api.KriegCheck](s, "checkByID", http.MethodPost, "/krieg/proofs/{id}/check", "Replay it with the independent checker", s.postCheck)
	ask(s, long, "why", "/krieg/explanations", "What could be heard after a try", k.Why)
	ask(s, long, "whatIf", "/krieg/whatifs", "What becomes of a mate after a try", k.WhatIf)
	ask(s, long, "checkProof", "/krieg/checks", "Replay a proof with the independent checker", k.Check)
	ask(s, long, "printProof", "/krieg/prints", "A proof as text, PGN or DOT", k.Print)
	s.routePuzzles()
}

// nameOf names a question.
func nameOf(prefix string, question any) (name string, text []byte) {
	text = api.Encode(question)
	sum := sha256.Sum256(text)
	return prefix + base64.RawURLEncoding.EncodeToString(sum[:15]), text
}

// fixed answers a question whose answer is a function of it alone, from the cache if it is
// there. final tells whether an answer may be kept.
func (s *Server) fixed(ctx context.Context, name, key string, answer func(context.Context) (doc any, final bool, err error)) ([]byte, error) {
	if body, ok := s.remembered(name); ok {
		return body, nil
	}
	return s.keys.once(ctx, clientOf(ctx), key, "krieg", []byte(name), func() ([]byte, error) {
		return s.compute(ctx, true, func(ctx context.Context) ([]byte, error) {
			doc, final, err := answer(ctx)
			if err != nil {
				return nil, err
			}
			body := api.Encode(doc)
			if final {
				s.remember(name, body)
			}
			return body, nil
		})
	})
}

// remembered returns the answer to the question of a name, if it is at hand.
func (s *Server) remembered(name string) ([]byte, bool) {
	body, ok := s.asked.GetIfPresent("=" + name)
	result := "miss"
	if ok {
		result = "hit"
	}
	s.metrics.cache.WithLabelValues(result).Inc()
	return body, ok
}

func (s *Server) remember(name string, body []byte) {
	if int64(len(body)) < s.limits.Cache/8 {
		s.asked.Set("="+name, body)
	}
}

// believe answers a question about a belief and names it.
func (s *Server) believe(ctx context.Context, key string, q api.KriegBeliefQuestion) (*reply, error) {
	base := api.KriegBeliefQuestion{Position: q.Position, Boards: q.Boards}
	id, text := nameOf("be_", base)
	name, _ := nameOf("", q)
	body, err := s.fixed(ctx, name, key, func(ctx context.Context) (any, bool, error) {
		doc, err := s.cfg.Krieg.Belief(ctx, q)
		return doc, true, err
	})
	return s.named(beliefPath, id, text, body, err)
}

// named is an answer under the name of its question, which is kept.
func (s *Server) named(path, id string, question, body []byte, err error) (*reply, error) {
	if err != nil {
		return nil, problemOf(err)
	}
	s.asked.Set(id, question)
	out := document(body)
	out.Canonical = path + id
	return out, nil
}

func (s *Server) postBelief(ctx context.Context, in *asked[api.KriegBeliefQuestion]) (*reply, error) {
	return s.believe(ctx, in.Key, in.Body)
}

// recall returns the question of a name.
func recall[Q any](s *Server, id string) (q Q, err error) {
	text, ok := s.asked.GetIfPresent(id)
	if !ok || strings.HasPrefix(id, "=") {
		return q, newProblem(http.StatusNotFound, notFound, "nobody asked for this, or it was forgotten", "ask again with POST")
	}
	return q, json.Unmarshal(text, &q)
}

// byPiece names a belief, and what to show of it.
type byPiece struct {
	ID    string `path:"id" maxLength:"64"`
	Piece string `query:"piece" pattern:"^[kqrbnp]*$" doc:"Kinds of men in the heat map"`
	None  string `header:"If-None-Match"`
}

func (s *Server) getBelief(ctx context.Context, in *byPiece) (*reply, error) {
	q, err := recall[api.KriegBeliefQuestion](s, in.ID)
	if err != nil {
		return nil, problemOf(err)
	}
	q.Piece, q.Tries = in.Piece, true
	out, err := s.believe(ctx, "", q)
	if err != nil {
		return nil, err
	}
	return tagged(out, in.None), nil
}

// tagged serves an answer that never changes.
func tagged(out *reply, none string) *reply {
	sum := sha256.Sum256(out.Body)
	k := kept{body: out.Body, tag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	return k.reply(none)
}

// byCursor names a page of positions.
type byCursor struct {
	ID     string `path:"id" maxLength:"64"`
	Cursor int    `query:"cursor" minimum:"0" doc:"Number of the first position, from 0"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

func (s *Server) getPositions(ctx context.Context, in *byCursor) (*reply, error) {
	q, err := recall[api.KriegBeliefQuestion](s, in.ID)
	if err != nil {
		return nil, problemOf(err)
	}
	q.From, q.List = in.Cursor, in.Limit
	return s.believe(ctx, "", q)
}

// heard is more that was heard.
type heard struct {
	Lines []string `json:"lines" minItems:"1" maxItems:"200" doc:"Lines of a referee log, to be added to those before" example:"[\"W e2e4 yes\",\"B moved\"]"`
}

func (s *Server) postObservations(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"64"`
	asked[heard]
},
) (*reply, error) {
	q, err := recall[api.KriegBeliefQuestion](s, in.ID)
	if err != nil {
		return nil, problemOf(err)
	}
	q.Position.Text = strings.TrimRight(q.Position.Text, "\n") + "\n" + strings.Join(in.Body.Lines, "\n") + "\n"
	return s.believe(ctx, in.Key, q)
}

// proving is a question for a proof, and how long to wait for it.
type proving struct {
	api.KriegMateQuestion
	Waiting
}

// postProof looks for a proof, for as long as it takes. A verdict never changes; that there
// is none within a budget of time may.
func (s *Server) postProof(ctx context.Context, in *asked[proving]) (*reply, error) {
	q := in.Body.KriegMateQuestion
	id, text := nameOf("pr_", q)
	if body, ok := s.remembered(id); ok {
		return s.named(proofPath, id, text, body, nil)
	}
	return answer(ctx, s, s.search(q), in, in.Body.time(), nil)
}

// search is the work of finding a proof. Its cost cannot be known beforehand.
func (s *Server) search(q api.KriegMateQuestion) work[*api.KriegMate] {
	id, text := nameOf("pr_", q)
	return work[*api.KriegMate]{
		kind: searches(),
		Task: api.Task[*api.KriegMate]{
			Key: id, Cost: math.Inf(1), Turn: func(doc *api.KriegMate) *api.KriegMate { return doc },
			Run: func(ctx context.Context, tell api.Tell[*api.KriegMate]) (*api.KriegMate, error) {
				return s.cfg.Krieg.Mate(ctx, q, tell)
			},
		},
		keep: func(doc *api.KriegMate) string {
			if doc.Cut == "" {
				s.remember(id, api.Encode(doc))
			}
			s.asked.Set(id, text)
			return proofPath + id
		},
	}
}

// prove answers a question about a mate within the request.
func (s *Server) prove(ctx context.Context, q api.KriegMateQuestion) (*reply, error) {
	w := s.search(q)
	body, err := s.fixed(ctx, w.Key, "", func(ctx context.Context) (any, bool, error) {
		doc, err := w.Run(ctx, nil)
		return doc, err == nil && doc.Cut == "", err
	})
	_, text := nameOf("", q)
	return s.named(proofPath, w.Key, text, body, err)
}

// getProof tells how far a search is, or the proof of a name.
func (s *Server) getProof(ctx context.Context, in *byID) (*reply, error) {
	if strings.HasPrefix(in.ID, searches().prefix) {
		return s.getJob(searches(), in.ID)
	}
	q, err := recall[api.KriegMateQuestion](s, in.ID)
	if err != nil {
		return nil, problemOf(err)
	}
	return s.prove(ctx, q)
}

// proved returns the proof of a name, or that a search has found.
func (s *Server) proved(ctx context.Context, id string) (q api.KriegMateQuestion, doc api.KriegMate, err error) {
	if j, err := s.find(searches(), id); err == nil {
		if id = strings.TrimPrefix(j.address(), proofPath); id == "" {
			return q, doc, newProblem(http.StatusUnprocessableEntity, api.Impossible, "nothing is proved yet", "follow the search by its events")
		}
	}
	if q, err = recall[api.KriegMateQuestion](s, id); err != nil {
		return q, doc, err
	}
	out, err := s.prove(ctx, q)
	if err != nil {
		return q, doc, err
	}
	return q, doc, json.Unmarshal(out.Body, &doc)
}

func (s *Server) getNode(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Node int    `path:"n" minimum:"0"`
	Case int    `query:"case" minimum:"0" doc:"Number of the announcement, from 0"`
},
) (*reply, error) {
	_, doc, err := s.proved(ctx, in.ID)
	if err != nil {
		return nil, problemOf(err)
	}
	if in.Case >= len(doc.Cases) || doc.Cases[in.Case].Plan == nil || in.Node >= len(doc.Cases[in.Case].Plan.Nodes) {
		return nil, newProblem(http.StatusNotFound, notFound, "the proof has no such node", "")
	}
	c := &doc.Cases[in.Case]
	out := api.KriegNode{
		Schema: "krieg.node/1", Case: in.Case, Node: in.Node, Nodes: len(c.Plan.Nodes), Plan: c.Plan.Nodes[in.Node], Told: c.Told[in.Node],
	}
	for _, i := range out.Plan.Belief {
		out.States = append(out.States, c.Plan.States[i])
	}
	return document(api.Encode(out)), nil
}

func (s *Server) postCheck(ctx context.Context, in *byID) (*reply, error) {
	q, doc, err := s.proved(ctx, in.ID)
	if err != nil {
		return nil, problemOf(err)
	}
	if doc.Cut != "" {
		return nil, newProblem(http.StatusUnprocessableEntity, api.Impossible, "nothing is proved yet", fmt.Sprint(doc.Cut))
	}
	p := api.KriegProof{Schema: "krieg.proof/1", Question: q.Position.Text, Rules: q.Position.Rules, Plies: doc.Plies, Verdict: doc.Verdict}
	for _, c := range doc.Cases {
		p.Cases = append(p.Cases, api.KriegProved{Announced: c.Announced, Boards: c.Boards, Plan: c.Plan, Refutation: c.Refutation})
	}
	body, err := s.compute(ctx, true, func(ctx context.Context) ([]byte, error) {
		check, err := s.cfg.Krieg.Check(ctx, api.KriegCheckQuestion{Proof: p})
		if err != nil {
			return nil, err
		}
		return api.Encode(check), nil
	})
	if err != nil {
		return nil, problemOf(err)
	}
	return document(body), nil
}
