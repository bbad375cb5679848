// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// guard checks every request before it is answered.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen, start := &recorder{ResponseWriter: w}, now()
		ctx := context.WithValue(context.WithValue(r.Context(), clientKey{}, s.identify(r)), formKey{}, s.page.form)
		ctx = context.WithValue(ctx, strangerKey{}, !s.authorized(r))
		r = r.WithContext(withTiming(ctx, &seen.timing))
		defer func() {
			s.metrics.observe(r, seen, start)
			s.logAccess(r, seen, start)
			s.account(r).charge(clientOf(r.Context()), seen.sent)
		}()
		defer s.recover(seen, r)
		secure(w.Header())
		showClient(w.Header(), r)
		if p := s.refuse(w, r); p != nil {
			p.Write(seen, r)
			return
		}
		if r.Method == http.MethodOptions {
			seen.WriteHeader(http.StatusNoContent)
			return
		}
		done, p := s.readBody(seen, r)
		if p != nil {
			p.Write(seen, r)
			return
		}
		defer done()
		defer answering(r.Context())()
		next.ServeHTTP(seen, r)
	})
}

// refuse returns the reason to refuse a request, or nil.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request) *Problem {
	if !s.isHost(r.Host) {
		return otherName(r.Host)
	}
	if p := s.cross(w.Header(), r); p != nil {
		return p
	}
	switch {
	case r.Method == http.MethodOptions, r.URL.Path == "/healthz", r.URL.Path == "/readyz":
		return nil
	case !computes(r): // the page and its files are for everybody
		return s.tooOften(r)
	}
	if p := s.elsewhere(r); p != nil {
		return p
	}
	if p := s.tooOften(r); p != nil {
		return p
	}
	if isStranger(r.Context()) {
		return needToken()
	}
	return nil
}

// strangerKey is the context key of a request that lacks a required token.
type strangerKey struct{}

// isStranger reports whether a request lacks a required token. Nothing is computed for it, whatever
// its path is: see run.
func isStranger(ctx context.Context) bool {
	stranger, ok := ctx.Value(strangerKey{}).(bool)
	return ok && stranger
}

func needToken() *Problem {
	return NewProblem(http.StatusUnauthorized, unauthorized, "a token is needed", "send Authorization: Bearer and a token of this server")
}

// computes reports whether a request is for more than a static file.
func computes(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, V1+"/") || r.URL.Path == "/metrics"
}

// account returns the rate limiter for a request: static files have a separate one.
func (s *Server) account(r *http.Request) *clients {
	if computes(r) {
		return s.clients
	}
	return s.readers
}

const (
	// staticRate is the allowed rate of static files relative to answers.
	staticRate = 4
	// tarry is the delay before a client that exceeds its rate gets the refusal.
	tarry = 200 * time.Millisecond
)

// tooOften refuses clients that exceed their rate. The refusal is delayed, so that a client that
// ignores it asks less often.
func (s *Server) tooOften(r *http.Request) *Problem {
	c := s.account(r)
	ok, after := c.allow(clientOf(r.Context()))
	if ok {
		return nil
	}
	timer := time.NewTimer(tarry)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Context().Done():
	}
	p := NewProblem(http.StatusTooManyRequests, rateLimited, "too many requests", s.sharedLimit(r))
	p.Limit, p.Reset, p.retryAfter = fmt.Sprintf("%g per second", c.rate), after, after
	return p
}

// elsewhere refuses requests that a browser makes on behalf of another site without permission: the
// site could not read the answer, but the server would compute it. Permitted sites are recognised
// by their Origin, which is checked before.
func (s *Server) elsewhere(r *http.Request) *Problem {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none": // not a browser, this page, or a typed address
		return nil
	}
	if origin := r.Header.Get("Origin"); origin != "" || slices.Contains(s.cfg.Origins, "*") {
		return nil
	}
	return NewProblem(http.StatusForbidden, Forbidden, "other sites may not call this server", "open the address itself")
}

// brief shortens foreign text for a message.
func brief(text string) string {
	if len(text) > 80 {
		return text[:80] + "…"
	}
	return text
}

// isHost reports whether the server may be called by this name. A page of another site can point
// its own name at this machine, but cannot change the name it calls; so addresses, by which probes
// call, are harmless.
func (s *Server) isHost(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if net.ParseIP(name) != nil || name == "localhost" {
		return true
	}
	return s.isNamed(name) || slices.Contains(s.cfg.Hosts, "*")
}

// isNamed reports whether the server was started with this name.
func (s *Server) isNamed(name string) bool { return slices.Contains(s.cfg.Hosts, name) }

// cross handles requests from pages of other sites: permitted ones get the CORS headers; others may
// read nothing and send nothing that changes anything.
func (s *Server) cross(h http.Header, r *http.Request) *Problem {
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || origin == "http://"+r.Host || origin == "https://"+r.Host {
		return nil
	}
	if slices.Contains(s.cfg.Origins, origin) || slices.Contains(s.cfg.Origins, "*") {
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", "Location, Content-Location, ETag, Retry-After")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, Last-Event-ID")
			h.Set("Access-Control-Max-Age", "86400")
		}
		return nil
	}
	return s.foreign(origin, r)
}

func (s *Server) authorized(r *http.Request) bool {
	if len(s.cfg.Tokens) == 0 {
		return true
	}
	given := r.Header.Get("Authorization")
	ok := 0
	for _, token := range s.cfg.Tokens { // compares all of them, so that timing reveals nothing
		ok |= subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+token))
	}
	return ok == 1
}

// secure sets the security headers of every answer. Nothing may be loaded from elsewhere;
// WebAssembly needs a separate permission.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "+
		"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
}

// recover turns a panic into an answer and a log line.
func (s *Server) recover(w *recorder, r *http.Request) {
	fault := recover()
	if fault == nil {
		return
	}
	if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(http.ErrAbortHandler) // the connection is to be cut
	}
	p := s.fault(fault)
	if w.status == 0 {
		p.Write(w, r)
	}
}

// recorder records the status and the length of an answer.
type recorder struct {
	http.ResponseWriter

	status int
	sent   int64
	timing timing
}

// WriteHeader notes the status.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
		w.timing.write(w.Header())
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implies a status.
func (w *recorder) Write(text []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	n, err := w.ResponseWriter.Write(text)
	w.sent += int64(n)
	return n, err
}

// Unwrap gives streams access to the underlying writer.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// HTTPServer returns a server with timeouts against slow clients.
func (s *Server) HTTPServer(addr string) *http.Server {
	return &http.Server{
		Addr: addr, Handler: s, ReadHeaderTimeout: s.limits.HeadWait, ReadTimeout: s.limits.HeadWait + s.limits.BodyWait,
		WriteTimeout: s.limits.Time + s.limits.QueueWait + 15*time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10,
		ConnContext: withConn, HTTP2: &http.HTTP2Config{MaxConcurrentStreams: 100},
	}
}
