// SPDX-License-Identifier: BSD-3-Clause

package bottest

import (
	"net/http"
	"time"
)

// Clock is the time of the bot for each game, and what a move adds to it. The opponent replies at
// once, so the bot's time always runs. Without a Start nobody loses on time.
type Clock struct{ Start, Move time.Duration }

// Outage is a time in which the server closes every connection, and hears nothing.
type Outage struct{ From, Until time.Duration }

// tick charges a game's clock up to now, and ends the game when the time is up.
func (s *Server) tick(g *hosted, now time.Time) {
	if s.Clock.Start == 0 || g.over(s.Moves) {
		return
	}
	g.left -= now.Sub(g.since)
	if g.since = now; g.left < 0 {
		g.flagged = true
		s.report.Late++
	}
}

// gone reports whether the server is down now.
func (s *Server) gone(now time.Time) bool {
	for _, o := range s.Outages {
		if at := now.Sub(s.begun); at >= o.From && at < o.Until {
			return true
		}
	}
	return false
}

// admits reports whether a request has the token that is valid now.
func (s *Server) admits(r *http.Request, now time.Time) bool {
	token := Token
	if s.Expires > 0 && now.Sub(s.begun) >= s.Expires {
		token = NextToken
	}
	return r.Header.Get("Authorization") == "Bearer "+token
}
