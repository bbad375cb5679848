// SPDX-License-Identifier: BSD-3-Clause

package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/web/server"
)

// kriegRoutes answers with beliefs and proofs. Both are functions of their question, so they are
// named by it: the cache keeps the question, and the answer if there is room.
type kriegRoutes struct {
	*server.Server

	belief, mate, check *api.Verb
	searches            server.Kind // jobs that search for a proof

	asked *server.Cache[[]byte] // questions by name, and answers by = and the name
}

// routeKrieg routes beliefs, which have names, and proofs, which have names and are found by jobs.
func routeKrieg(s *server.Server, belief, mate, check *api.Verb) {
	r := &kriegRoutes{
		Server: s, belief: belief, mate: mate, check: check,
		searches: server.Kind{Verb: mate.Operation, Noun: "proof", Path: server.V1 + mate.Path + "/", Prefix: "se_", Schema: "krieg.mate/1"},
		asked:    server.NewCache(s, func(text []byte) int { return len(text) }),
	}
	server.Route[api.KriegBelief](s, belief.Operation, http.MethodPost, belief.Path, belief.Summary, r.postBelief)
	server.Route[api.KriegBelief](s, "beliefByID", http.MethodGet, belief.Path+"/{id}", "A belief that was asked for", r.getBelief)
	server.Route[api.KriegBelief](s, "positions", http.MethodGet, belief.Path+"/{id}/positions", "Its positions, page by page", r.getPositions)
	server.Route[api.KriegBelief](s, "observe", http.MethodPost, belief.Path+"/{id}/observations", "The belief after more was heard", r.postObservations)
	server.RouteJobs[api.KriegMate, api.KriegProgress](s, r.searches, mate.Summary, r.postProof, r.getProof)
	server.Route[api.KriegNode](s, "node", http.MethodGet, mate.Path+"/{id}/nodes/{n}", "One node of its plan", r.getNode)
	server.Route[api.KriegCheck](s, "checkByID", http.MethodPost, mate.Path+"/{id}/check", "Replay it with the independent checker", r.postCheck)
}

// nameOf returns the name of a question, a digest, and its text.
func nameOf(prefix string, question any) (name string, text []byte) {
	text = api.Encode(question)
	sum := sha256.Sum256(text)
	return prefix + base64.RawURLEncoding.EncodeToString(sum[:15]), text
}

// fixed answers a question whose answer depends on nothing else, from the cache if possible. final
// reports whether an answer may be cached.
func (k *kriegRoutes) fixed(ctx context.Context, name, key string, answer func(context.Context) (doc any, final bool, err error)) ([]byte, error) {
	if body, ok := k.remembered(name); ok {
		return body, nil
	}
	return k.Once(ctx, key, "krieg", []byte(name), func() ([]byte, error) {
		return k.Compute(ctx, api.Long, func(ctx context.Context) ([]byte, error) {
			doc, final, err := answer(ctx)
			if err != nil {
				return nil, err
			}
			body := api.Encode(doc)
			if final {
				k.remember(name, body)
			}
			return body, nil
		})
	})
}

// remembered returns the cached answer to the question of a name.
func (k *kriegRoutes) remembered(name string) ([]byte, bool) {
	return k.asked.Seek("=" + name)
}

func (k *kriegRoutes) remember(name string, body []byte) {
	if int64(len(body)) < k.Limits().Cache/8 {
		k.asked.Set("="+name, body)
	}
}

// believe answers a question about a belief and names it.
func (k *kriegRoutes) believe(ctx context.Context, key string, q api.KriegBeliefQuestion) (*server.Reply, error) {
	base := api.KriegBeliefQuestion{Position: q.Position, Boards: q.Boards}
	id, text := nameOf("be_", base)
	name, _ := nameOf("", q)
	body, err := k.fixed(ctx, name, key, func(ctx context.Context) (any, bool, error) {
		doc, err := k.belief.Do(ctx, &q, nil)
		return doc, true, err
	})
	return k.named(server.V1+k.belief.Path+"/", id, text, body, err)
}

// named returns an answer under the name of its question, which is cached.
func (k *kriegRoutes) named(path, id string, question, body []byte, err error) (*server.Reply, error) {
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	k.asked.Set(id, question)
	out := server.Document(body)
	out.Canonical = path + id
	return out, nil
}

func (k *kriegRoutes) postBelief(ctx context.Context, in *server.Asked[api.KriegBeliefQuestion]) (*server.Reply, error) {
	return k.believe(ctx, in.Key, in.Body)
}

// recall returns the cached question of a name.
func recall[Q any](k *kriegRoutes, id string) (q Q, err error) {
	text, ok := k.asked.Get(id)
	if !ok || strings.HasPrefix(id, "=") {
		return q, server.NewProblem(http.StatusNotFound, server.NotFound, "unknown id, or no longer stored", "ask again with POST")
	}
	return q, json.Unmarshal(text, &q)
}

// byPiece selects a belief, and the pieces to show.
type byPiece struct {
	ID    string `path:"id" maxLength:"64"`
	Piece string `query:"piece" pattern:"^[kqrbnp]*$" doc:"Kinds of men in the heat map"`
	None  string `header:"If-None-Match"`
}

func (k *kriegRoutes) getBelief(ctx context.Context, in *byPiece) (*server.Reply, error) {
	q, err := recall[api.KriegBeliefQuestion](k, in.ID)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	q.Piece, q.Tries = in.Piece, true
	out, err := k.believe(ctx, "", q)
	if err != nil {
		return nil, err
	}
	return tagged(out, in.None), nil
}

// tagged returns an answer that never changes, with its tag.
func tagged(out *server.Reply, none string) *server.Reply {
	sum := sha256.Sum256(out.Body)
	return server.Kept(out.Body, `"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`, none)
}

// byCursor selects a page of positions.
type byCursor struct {
	ID     string `path:"id" maxLength:"64"`
	Cursor int    `query:"cursor" minimum:"0" doc:"Index of the first board, from 0"`
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
}

func (k *kriegRoutes) getPositions(ctx context.Context, in *byCursor) (*server.Reply, error) {
	q, err := recall[api.KriegBeliefQuestion](k, in.ID)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	q.From, q.List = in.Cursor, in.Limit
	return k.believe(ctx, "", q)
}

// heard contains further announcements.
type heard struct {
	Lines []string `json:"lines" minItems:"1" maxItems:"200" doc:"Referee log lines to append" example:"[\"W e2e4 yes\",\"B moved\"]"`
}

func (k *kriegRoutes) postObservations(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"64"`
	server.Asked[heard]
},
) (*server.Reply, error) {
	q, err := recall[api.KriegBeliefQuestion](k, in.ID)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	q.Position.Text = strings.TrimRight(q.Position.Text, "\n") + "\n" + strings.Join(in.Body.Lines, "\n") + "\n"
	return k.believe(ctx, in.Key, q)
}

// proving is a question for a proof, and how long to wait for it.
type proving struct {
	api.KriegMateQuestion
	server.Waiting
}

// postProof searches for a proof, without a time limit. A verdict never changes; a failure within a
// time budget may.
func (k *kriegRoutes) postProof(ctx context.Context, in *server.Asked[proving]) (*server.Reply, error) {
	q := in.Body.KriegMateQuestion
	id, text := nameOf("pr_", q)
	if body, ok := k.remembered(id); ok {
		return k.named(k.searches.Path, id, text, body, nil)
	}
	w, err := k.search(q)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	return server.Answer(ctx, k.Server, w, in, in.Body.Time(), nil)
}

// search returns the job that searches for a proof.
func (k *kriegRoutes) search(q api.KriegMateQuestion) (server.Work, error) {
	task, err := k.mate.Prepare(&q)
	id, text := nameOf("pr_", q)
	task.Key = id
	return server.Work{Kind: k.searches, Task: task, Keep: func(doc any) string {
		if decided(doc) {
			k.remember(id, api.Encode(doc))
		}
		k.asked.Set(id, text)
		return k.searches.Path + id
	}}, err
}

// decided reports whether an answer has a verdict, and so will never change.
func decided(doc any) bool { return doc.(*api.KriegMate).Cut == "" }

// prove answers a question about a mate within the request.
func (k *kriegRoutes) prove(ctx context.Context, q api.KriegMateQuestion) (*server.Reply, error) {
	w, err := k.search(q)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	body, err := k.fixed(ctx, w.Key, "", func(ctx context.Context) (any, bool, error) {
		doc, err := w.Run(ctx, nil)
		return doc, err == nil && decided(doc), err
	})
	_, text := nameOf("", q)
	return k.named(k.searches.Path, w.Key, text, body, err)
}

// getProof returns the progress of a search, or a proof by its name.
func (k *kriegRoutes) getProof(ctx context.Context, in *server.ByID) (*server.Reply, error) {
	if strings.HasPrefix(in.ID, k.searches.Prefix) {
		return k.GetJob(k.searches, in.ID)
	}
	q, err := recall[api.KriegMateQuestion](k, in.ID)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	return k.prove(ctx, q)
}

// proved returns the question of a name, or of a search that has ended, and the text of the proof.
func (k *kriegRoutes) proved(ctx context.Context, id string) (q api.KriegMateQuestion, text []byte, err error) {
	if j, err := k.Find(k.searches, id); err == nil {
		if id = strings.TrimPrefix(j.Address(), k.searches.Path); id == "" {
			return q, nil, server.NewProblem(http.StatusUnprocessableEntity, api.Impossible, "nothing is proved yet", "follow the search by its events")
		}
	}
	if q, err = recall[api.KriegMateQuestion](k, id); err != nil {
		return q, nil, err
	}
	out, err := k.prove(ctx, q)
	if err != nil {
		return q, nil, err
	}
	return q, out.Body, nil
}

// read builds another document from a proof.
func (k *kriegRoutes) read(
	ctx context.Context, id string, class api.Class, answer func(context.Context, api.KriegMateQuestion, *api.KriegMate) (any, error),
) (*server.Reply, error) {
	q, text, err := k.proved(ctx, id)
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	body, err := k.Compute(ctx, class, func(ctx context.Context) ([]byte, error) {
		var doc api.KriegMate
		if err := json.Unmarshal(text, &doc); err != nil {
			return nil, err
		}
		out, err := answer(ctx, q, &doc)
		if err != nil {
			return nil, err
		}
		return api.Encode(out), nil
	})
	if err != nil {
		return nil, server.ProblemOf(err)
	}
	return server.Document(body), nil
}

// byNode selects a node of a proof.
type byNode struct {
	ID   string `path:"id" maxLength:"64"`
	Node int    `path:"n" minimum:"0"`
	Case int    `query:"case" minimum:"0" doc:"Index of the announcement, from 0"`
}

func (k *kriegRoutes) getNode(ctx context.Context, in *byNode) (*server.Reply, error) {
	return k.read(ctx, in.ID, api.Short, func(_ context.Context, _ api.KriegMateQuestion, doc *api.KriegMate) (any, error) {
		if in.Case >= len(doc.Cases) || doc.Cases[in.Case].Plan == nil || in.Node >= len(doc.Cases[in.Case].Plan.Nodes) {
			return nil, server.NewProblem(http.StatusNotFound, server.NotFound, "the proof has no such node", "")
		}
		c := &doc.Cases[in.Case]
		out := api.KriegNode{
			Schema: "krieg.node/1", Case: in.Case, Node: in.Node, Nodes: len(c.Plan.Nodes), Plan: c.Plan.Nodes[in.Node], Told: c.Told[in.Node],
		}
		for _, i := range out.Plan.Belief {
			out.States = append(out.States, c.Plan.States[i])
		}
		return out, nil
	})
}

func (k *kriegRoutes) postCheck(ctx context.Context, in *server.ByID) (*server.Reply, error) {
	return k.read(ctx, in.ID, api.Long, func(ctx context.Context, q api.KriegMateQuestion, doc *api.KriegMate) (any, error) {
		if doc.Cut != "" {
			return nil, server.NewProblem(http.StatusUnprocessableEntity, api.Impossible, "nothing is proved yet", fmt.Sprint(doc.Cut))
		}
		p := api.KriegProof{Schema: "krieg.proof/1", Question: q.Position.Text, Rules: q.Position.Rules, Plies: doc.Plies, Verdict: doc.Verdict}
		for _, c := range doc.Cases {
			p.Cases = append(p.Cases, api.KriegProved{Announced: c.Announced, Boards: c.Boards, Plan: c.Plan, Refutation: c.Refutation})
		}
		return k.check.Do(ctx, &api.KriegCheckQuestion{Proof: p}, nil)
	})
}
