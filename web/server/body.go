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

// bodySlack is the room in a body besides the text of the question, in bytes.
const bodySlack = 4 << 10

// readBody reads the body of a request, which must arrive in time and takes memory from the quota
// for bodies. done releases it when the request is answered.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) (done func(), fault *Problem) {
	rc := http.NewResponseController(w)
	defer func() { _ = rc.SetReadDeadline(time.Time{}) }() // otherwise it would end the answer
	if r.Body == nil || r.Body == http.NoBody {
		return func() {}, nil
	}
	client, most := clientOf(r.Context()), s.limits.Body+bodySlack+1 // one byte more shows that a body is too large
	if r.ContentLength >= 0 {
		most = min(most, r.ContentLength)
	}
	if err := s.bodies.take(client, most); err != nil {
		w.Header().Set("Connection", "close")
		return nil, ProblemOf(err)
	}
	done = func() { s.bodies.give(client, most) }
	_ = rc.SetReadDeadline(now().Add(s.limits.BodyWait)) // not every writer supports deadlines
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
