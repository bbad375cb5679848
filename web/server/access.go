// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// logAccess writes a line about a request. Of the visitor it contains the address only, for IPv6 the
// /64 network, or that there was a token. The route is logged, not the path, which may be a secret
// link; neither are the query, the body and headers such as User-Agent and Referer.
func (s *Server) logAccess(r *http.Request, w *recorder, start time.Time) {
	if s.cfg.Access == nil {
		return
	}
	s.cfg.Access.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("client", loggedClient(r.Context())), slog.String("method", brief(r.Method)), slog.String("route", cmp.Or(r.Pattern, "none")),
		slog.String("protocol", r.Proto), slog.Int("status", w.status), slog.Int64("bytes", w.sent), slog.Int64("ms", now().Sub(start).Milliseconds()))
}

// loggedClient returns the client of a request, without its token.
func loggedClient(ctx context.Context) string {
	client := clientOf(ctx)
	if strings.HasPrefix(client, tokenClient) {
		return "token"
	}
	return client
}
