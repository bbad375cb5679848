// SPDX-License-Identifier: BSD-3-Clause

package bottest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// fault replaces the response to a request that call would perform.
type fault func(w http.ResponseWriter, call func() (int, any))

// fault decides whether a request fails, and how.
func (s *Server) fault(r *http.Request) fault {
	stale := s.old(r)
	rate := s.Rate
	if r.URL.Path == "/game/mine/active" {
		rate /= 10 // the most frequent request, and the least harmful to fail
	}
	if s.report.Failed() >= s.Faults || s.r.Float64() >= rate {
		return nil
	}
	faults := map[string]fault{
		"lost request":  func(w http.ResponseWriter, _ func() (int, any)) { hangUp(w) },
		"lost response": func(w http.ResponseWriter, call func() (int, any)) { call(); hangUp(w) },
		"half an answer": func(w http.ResponseWriter, call func() (int, any)) {
			status, answer := call()
			text, _ := json.Marshal(answer) // our own types: cannot fail
			w.WriteHeader(status)
			_, _ = w.Write(text[:len(text)/2])
		},
		"server error": func(w http.ResponseWriter, _ func() (int, any)) { refuse(w, http.StatusBadGateway, "BAD_GATEWAY") },
		"too many": func(w http.ResponseWriter, _ func() (int, any)) {
			w.Header().Set("Retry-After", "0")
			refuse(w, http.StatusTooManyRequests, "RATE_LIMITED")
		},
	}
	if r.Method == http.MethodPost {
		faults["duplicate"] = func(w http.ResponseWriter, call func() (int, any)) {
			status, answer := call()
			before := s.report // the second copy comes from the network, not from the bot
			call()
			s.report.Nonsense, s.report.OutOfTurn = before.Nonsense, before.OutOfTurn
			if s.report.Moves != before.Moves {
				s.report.Problems = append(s.report.Problems, "a duplicate was accepted as a move")
			}
			reply(w, status, answer)
		}
	}
	if stale != nil {
		faults["old answer"] = func(w http.ResponseWriter, _ func() (int, any)) { _, _ = w.Write(stale) }
	}
	var names []string
	for name := range faults {
		names = append(names, name)
	}
	slices.Sort(names)
	name := names[s.r.IntN(len(names))]
	s.report.Faults[name]++
	return faults[name]
}

// old returns a state older than one that the bot has received.
func (s *Server) old(r *http.Request) []byte {
	if g := s.shown(r); g != nil {
		return g.older
	}
	return nil
}

// served records a state that the bot receives.
func (s *Server) served(r *http.Request, answer any) {
	g := s.shown(r)
	if g == nil {
		return
	}
	text, _ := json.Marshal(answer) // our own types: cannot fail
	sheet, _ := json.Marshal(g.sheet())
	if !bytes.Contains(g.newest, sheet) {
		g.older, g.newest = g.newest, text
	}
}

// shown returns the game whose state a request asks for.
func (s *Server) shown(r *http.Request) *hosted {
	id, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/game/"), "/state")
	i := slices.IndexFunc(s.games, func(g *hosted) bool { return g.id == id })
	if !ok || i < 0 {
		return nil
	}
	return s.games[i]
}

// hangUp closes the connection without an answer.
func hangUp(w http.ResponseWriter) {
	if h, ok := w.(http.Hijacker); ok {
		if conn, _, err := h.Hijack(); err == nil {
			_ = conn.Close() // closing is the fault
		}
	}
}
