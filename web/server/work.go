// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/veilplan/veil/api"
)

// Work is a question that is answered by a job.
type Work struct {
	api.Task[any] // whose documents are reports
	Kind

	// Keep stores a final answer. It returns the permanent address of the answer, or "".
	Keep func(doc any) string
}

// report returns a document in the orientation of the question.
func (w *Work) report(doc any) api.Report { return w.Turn(doc).(api.Report) }

// pending is the document of a job before its first result.
type pending struct {
	Schema string `json:"schema" doc:"Schema of the document to come"`
	ID     string `json:"id"`
	State  string `json:"state" enum:"running"`
}

// Waiting contains how long to wait for a job.
type Waiting struct {
	WaitMS *int `json:"wait_ms,omitempty" minimum:"0" maximum:"30000" doc:"Milliseconds to wait before the response is 202 with a Location; 1000 if omitted"`
}

// Time returns how long to wait.
func (w Waiting) Time() time.Duration {
	if w.WaitMS == nil {
		return time.Second
	}
	return time.Duration(*w.WaitMS) * time.Millisecond
}

// RouteJobs registers the routes that all jobs of a kind share: create (post), follow, get and stop.
func RouteJobs[D, P, Q any](
	s *Server, k Kind, summary string,
	post func(context.Context, *Asked[Q]) (*Reply, error), get func(context.Context, *ByID) (*Reply, error),
) {
	path := strings.TrimSuffix(strings.TrimPrefix(k.Path, V1), "/")
	asking := s.Operation(k.Verb, http.MethodPost, path, summary, reflect.TypeFor[D](), http.StatusOK)
	asking.Responses["202"] = s.response(http.StatusAccepted, reflect.TypeFor[pending]())
	huma.Register(s.api, asking, post)
	Route[D](s, k.Noun, http.MethodGet, path+"/{id}", "Its current state", get)
	stopping := s.Operation(k.Verb+"Stop", http.MethodDelete, path+"/{id}", "Stop it, and get what is proved so far", reflect.TypeFor[D](), http.StatusOK)
	stopping.Responses["204"] = &huma.Response{Description: "Stopped before anything was known"}
	huma.Register(s.api, stopping, func(ctx context.Context, in *ByID) (*Reply, error) { return s.deleteJob(ctx, k, in.ID) })
	huma.Register(s.api, s.eventsOperation(k.Verb+"Events", path+"/{id}/events", reflect.TypeFor[P]()),
		func(ctx context.Context, in *follow) (*huma.StreamResponse, error) { return s.getEvents(ctx, k, in) })
}

// patient is a wait that is expected to end with the answer: until it is over, no progress is computed.
const patient = 2 * time.Second

// Answer starts a job, or finds that of the same key, and waits for it for a while, or until its
// document is enough.
func Answer[Q any](
	ctx context.Context, s *Server, w Work, in *Asked[Q], wait time.Duration, enough func(api.Report) bool,
) (*Reply, error) {
	client, key := clientOf(ctx), in.Key
	j, fresh, err := s.keys.job(client, key, w.Verb, in.RawBody, func() (*Job, error) { return s.start(w, client) })
	if err != nil {
		return nil, ProblemOf(err)
	}
	if wait < patient || key != "" || enough != nil {
		j.wanted.Store(true)
	}
	if enough == nil {
		enough = func(api.Report) bool { return false }
	}
	if !j.await(ctx, wait, enough) && fresh && key == "" {
		j.stop() // nobody can reach it
	}
	if fresh {
		j.timing.addTo(timingOf(ctx))
	}
	return jobReply(j)
}

// start starts a job.
func (s *Server) start(w Work, client string) (*Job, error) {
	if !s.admit() {
		return nil, errBusy
	}
	ctx, stop := context.WithCancel(context.Background()) // the request may end before; the time of work is limited where it runs
	j := newJob(w.Kind, client, stop)
	if !s.jobs.add(j, now()) {
		stop()
		s.work.Done()
		return nil, errBusy
	}
	go func() {
		defer s.work.Done()
		defer stop()
		s.do(withTiming(ctx, &j.timing), j, w)
	}()
	return j, nil
}

// do does the work of a job.
func (s *Server) do(ctx context.Context, j *Job, w Work) {
	err := s.run(ctx, j.client, ClassOf(w.Cost), func(ctx context.Context, p *pass) error {
		var proved func() any
		doc, err := w.Run(ctx, func(latest func() any) {
			if proved = latest; j.wanted.Load() {
				j.tell(w.report(latest()))
			}
		})
		if stopped(err) && proved != nil {
			j.tell(w.report(proved()))
		}
		s.metrics.spent(ctx, p)
		if err != nil {
			j.fail(err, now())
			return err
		}
		j.finish(w.report(doc), w.Keep(doc), now())
		return nil
	})
	if err != nil { // it did not begin, has failed, or was abandoned
		j.fail(err, now())
	}
}

// jobReply returns a job as an answer: 200 if it has ended, otherwise 202.
func jobReply(j *Job) (*Reply, error) {
	body, done, err := j.status()
	if err != nil {
		return nil, ProblemOf(err)
	}
	if !done && body == nil {
		body = api.Encode(pending{j.kind.Schema, j.id, api.Running})
	}
	out := Document(body)
	if done {
		out.Canonical = j.Address()
		return out, nil
	}
	j.wanted.Store(true)
	out.Status, out.Location, out.RetryAfter = http.StatusAccepted, j.kind.Path+j.id, "1"
	return out, nil
}

// ByID selects a job, or another stored resource.
type ByID struct {
	ID string `path:"id" maxLength:"64" example:"an_4Z5XQ2"`
}

// Find returns the job with an id.
func (s *Server) Find(k Kind, id string) (*Job, error) {
	j, ok := s.jobs.get(id)
	if !ok || j.kind != k {
		return nil, NewProblem(http.StatusNotFound, NotFound, "nothing with this id",
			"what was asked for is kept for "+s.limits.Keep.String()+" after it ended; ask again")
	}
	return j, nil
}

// GetJob returns the current state of a job.
func (s *Server) GetJob(k Kind, id string) (*Reply, error) {
	j, err := s.Find(k, id)
	if err != nil {
		return nil, err
	}
	out, err := jobReply(j)
	if err == nil {
		out.Status, out.Location = http.StatusOK, ""
	}
	return out, err
}

// deleteJob stops a job and waits until it or the request has ended. It returns the last
// document of the job, or 204 if there is none.
func (s *Server) deleteJob(ctx context.Context, k Kind, id string) (*Reply, error) {
	j, err := s.Find(k, id)
	if err != nil {
		return nil, err
	}
	j.stop()
	select {
	case <-j.done:
	case <-ctx.Done():
	}
	if _, _, err := j.status(); stopped(err) {
		return &Reply{Status: http.StatusNoContent, Cache: "no-store"}, nil
	}
	return jobReply(j)
}
