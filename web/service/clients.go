// SPDX-License-Identifier: BSD-3-Clause

package service

import (
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"
)

// clients gives every client its rate.
type clients struct {
	rate  float64
	burst int
	known *otter.Cache[string, *rate.Limiter]
}

// maxClients is how many clients are remembered; the least used are forgotten, which gives
// them a new burst.
const maxClients = 100_000

func newClients(perSecond float64, burst int) (*clients, error) {
	known, err := otter.New(&otter.Options[string, *rate.Limiter]{
		MaximumSize: maxClients, ExpiryCalculator: otter.ExpiryAccessing[string, *rate.Limiter](10 * time.Minute),
	})
	return &clients{perSecond, burst, known}, err
}

// allow reports whether the client may ask now, and if not, after how many seconds.
func (c *clients) allow(client string) (ok bool, after int) {
	limiter, ok := c.known.GetIfPresent(client)
	if !ok {
		limiter, _ = c.known.SetIfAbsent(client, rate.NewLimiter(rate.Limit(c.rate), c.burst))
	}
	if limiter.Allow() {
		return true, 0
	}
	return false, 1 + int(1/c.rate)
}

// clientKey is where a request's context keeps its client.
type clientKey struct{}

func clientOf(ctx context.Context) string {
	client, ok := ctx.Value(clientKey{}).(string)
	if !ok {
		return "unknown"
	}
	return client
}

// identify says who asks: a token is a client, and so is an address.
func (s *Server) identify(r *http.Request) string {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && len(s.cfg.Tokens) > 0 {
		return "token " + token
	}
	if s.cfg.Proxy {
		forwarded := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if last := strings.TrimSpace(forwarded[len(forwarded)-1]); last != "" { // the others are what the client says
			return last
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
