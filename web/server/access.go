// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"cmp"
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
	client := clientOf(r.Context())
	if strings.HasPrefix(client, tokenClient) {
		client = "token"
	}
	s.cfg.Access.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("client", client), slog.String("method", brief(r.Method)), slog.String("route", cmp.Or(r.Pattern, "none")),
		slog.String("protocol", r.Proto), slog.Int("status", w.status), slog.Int64("bytes", w.sent), slog.Int64("ms", now().Sub(start).Milliseconds()))
}
