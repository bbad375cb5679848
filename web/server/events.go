// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// keepalive is the interval of keep-alive comments on a silent stream.
const keepalive = 15 * time.Second

// writeWait is how long a reader may take to receive an event.
const writeWait = 10 * time.Second

// follow selects a stream and the event to continue from.
type follow struct {
	ID     string `path:"id" maxLength:"64"`
	Last   string `header:"Last-Event-ID" doc:"Identifier of the last event received; the stream continues after it"`
	Accept string `header:"Accept" doc:"application/x-ndjson for one JSON object per line instead of server-sent events"`
}

// stream is one reader of events.
type stream struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	ndjson bool
	wait   time.Duration // limit of one write; zero means writeWait
}

func (s *Server) getEvents(ctx context.Context, k Kind, in *follow) (*huma.StreamResponse, error) {
	j, err := s.Find(k, in.ID)
	if err != nil {
		return nil, err
	}
	client := clientOf(ctx)
	if err := s.streams.take(client, 1); err != nil {
		return nil, ProblemOf(err)
	}
	last, err := strconv.Atoi(in.Last)
	if err != nil {
		last = 0 // from the beginning
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer s.streams.give(client, 1)
		_, w := humago.Unwrap(ctx)
		st := &stream{w: w, rc: http.NewResponseController(w), ndjson: strings.Contains(in.Accept, "application/x-ndjson")}
		st.start()
		s.follow(ctx.Context(), j, last, st)
	}}, nil
}

// follow sends events until the job ends, the reader disconnects or the server stops.
func (s *Server) follow(ctx context.Context, j *Job, last int, st *stream) {
	timer := time.NewTicker(keepalive)
	defer timer.Stop()
	for {
		events, over, more := j.since(last)
		for _, e := range events {
			if st.sendEvent(e) != nil {
				return
			}
			last = e.seq
		}
		if over {
			return
		}
		select {
		case <-more:
		case <-timer.C:
			if st.ping() != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

func (st *stream) start() {
	h := st.w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Content-Type", "text/event-stream")
	if st.ndjson {
		h.Set("Content-Type", "application/x-ndjson")
	}
	st.w.WriteHeader(http.StatusOK)
	_ = st.rc.Flush()                       // so that the reader sees the header; not every writer supports it
	_ = st.rc.SetWriteDeadline(time.Time{}) // the first event may take long
}

func (st *stream) sendEvent(e event) error {
	if st.ndjson {
		return st.write(append(append([]byte{}, e.data...), '\n'))
	}
	return st.write(fmt.Appendf(nil, "id: %d\nevent: %s\ndata: %s\n\n", e.seq, e.name, e.data))
}

func (st *stream) ping() error {
	if st.ndjson {
		return st.write([]byte("\n"))
	}
	return st.write([]byte(": keepalive\n\n"))
}

// write sends bytes at once, within a deadline. Between writes there is no deadline: with HTTP/2 it
// would end a silent stream.
func (st *stream) write(text []byte) error {
	if err := st.rc.SetWriteDeadline(now().Add(cmp.Or(st.wait, writeWait))); err != nil {
		return err
	}
	if _, err := st.w.Write(text); err != nil {
		return err
	}
	if err := st.rc.Flush(); err != nil {
		return err
	}
	return st.rc.SetWriteDeadline(time.Time{})
}
