// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bufio"
	"context"
	"io"
	"maps"
	"net/http"
	"sync"

	"github.com/veilplan/veil/api"
)

// chunk is the size of one write to a reader, in bytes.
const chunk = 64 << 10

// Stream lets work write an answer of any length under the gate. While the reader receives a part,
// others compute; a reader that takes too long ends the work. If nothing was sent, not even the
// header, another answer is still possible.
func (s *Server) Stream(
	w http.ResponseWriter, r *http.Request, header http.Header, work func(context.Context, io.Writer) error,
) (sent bool, err error) {
	to := &sender{stream: &stream{w: w, rc: http.NewResponseController(w)}, header: header}
	err = s.run(r.Context(), clientOf(r.Context()), api.Bulk, func(ctx context.Context, p *pass) error {
		out := bufio.NewWriterSize(&admitted{ctx, p, to}, chunk)
		if err := work(ctx, out); err != nil {
			return err
		}
		return out.Flush()
	})
	return to.close(), err
}

// admitted writes for work that has a slot.
type admitted struct {
	ctx context.Context //nolint:containedctx // that of the work
	*pass
	to *sender
}

// Write sends a part while others compute.
func (a *admitted) Write(text []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	if err := a.outside(a.ctx, func() error { return a.to.send(text) }); err != nil {
		return 0, err
	}
	return len(text), nil
}

// sender sends parts to a reader, with the header before the first. After close it sends nothing:
// abandoned work may still try.
type sender struct {
	*stream
	header http.Header

	mu           sync.Mutex
	sent, closed bool
}

func (s *sender) send(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errBusy
	}
	if !s.sent {
		maps.Copy(s.w.Header(), s.header)
		s.sent = true
	}
	return s.write(text)
}

// close reports whether anything was sent.
func (s *sender) close() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.sent
}
