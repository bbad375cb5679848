// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// bodySlack is what a body may have beside the text that is asked about.
const bodySlack = 4 << 10

// readBody reads the body of a request, which must come within a time and takes its memory
// from what there is for bodies. It returns what to do when the request is answered.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) (done func(), fault *Problem) {
	rc := http.NewResponseController(w)
	defer func() { _ = rc.SetReadDeadline(time.Time{}) }() // else it would end the answer
	if r.Body == nil || r.Body == http.NoBody {
		return func() {}, nil
	}
	client, most := clientOf(r.Context()), s.limits.Body+bodySlack+1 // one more, so that a reader sees that it is too large
	if r.ContentLength >= 0 {
		most = min(most, r.ContentLength)
	}
	if err := s.bodies.take(client, most); err != nil {
		w.Header().Set("Connection", "close")
		return nil, ProblemOf(err)
	}
	done = func() { s.bodies.give(client, most) }
	_ = rc.SetReadDeadline(now().Add(s.limits.BodyWait)) // not every writer has deadlines
	text, err := io.ReadAll(io.LimitReader(r.Body, most))
	if err != nil {
		done()
		w.Header().Set("Connection", "close")
		return nil, badBody(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(text))
	return done, nil
}

func badBody(err error) *Problem {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return NewProblem(http.StatusRequestTimeout, Invalid, "the body came too slowly", "")
	}
	return NewProblem(http.StatusBadRequest, Invalid, "the body cannot be read", "")
}
