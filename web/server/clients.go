// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/time/rate"
)

// clients limits the request rate of each client.
type clients struct {
	rate  float64
	burst int
	known *recent[*rate.Limiter]
}

// maxClients is the number of clients that are tracked; the least recently active are forgotten,
// which gives them a new burst.
const maxClients = 100_000

func newClients(perSecond float64, burst int) *clients {
	return &clients{perSecond, burst, newRecent[*rate.Limiter](maxClients)}
}

// allow reports whether the client may make a request now, and if not, after how many seconds.
func (c *clients) allow(client string) (ok bool, after int) {
	if c.limiter(client).Allow() {
		return true, 0
	}
	return false, 1 + int(1/c.rate)
}

func (c *clients) limiter(client string) *rate.Limiter {
	return c.known.getOr(client, func() *rate.Limiter { return rate.NewLimiter(rate.Limit(c.rate), c.burst) })
}

// charge counts the bytes sent to a client: a fixed number of them costs as much as a request. The
// client pays by waiting before its next request.
func (c *clients) charge(client string, bytes int64) {
	if n := min(bytes/bytesPerRequest, int64(c.burst)); n > 0 {
		c.limiter(client).ReserveN(now(), int(n))
	}
}

// bytesPerRequest is the number of bytes that cost as much as one request.
const bytesPerRequest = 64 << 10

// clientKey is the context key of a request's client.
type clientKey struct{}

func clientOf(ctx context.Context) string {
	client, ok := ctx.Value(clientKey{}).(string)
	if !ok {
		return "unknown"
	}
	return client
}

// tokenClient is the beginning of a client that is a token.
const tokenClient = "token "

// identify returns the client of a request: an accepted token, or else an address.
func (s *Server) identify(r *http.Request) string {
	if len(s.cfg.Tokens) > 0 && s.authorized(r) {
		return tokenClient + strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	from, ok := address(r.RemoteAddr)
	if !ok {
		return r.RemoteAddr
	}
	return clientAt(s.forwarded(from, r.Header.Values("X-Forwarded-For")))
}

// forwarded returns the address of the original client. A proxy appends the address it was called
// from to the list; several header lines form one list. Entries before an address that is not our
// proxy are unverified claims of a client.
func (s *Server) forwarded(from netip.Addr, lines []string) netip.Addr {
	list := strings.Split(strings.Join(lines, ","), ",")
	for _, text := range slices.Backward(list) {
		if !s.isProxy(from) {
			return from
		}
		before, ok := address(strings.TrimSpace(text))
		if !ok {
			return from
		}
		from = before
	}
	return from
}

func (s *Server) isProxy(a netip.Addr) bool {
	return slices.ContainsFunc(s.cfg.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// address parses an address with or without a port.
func address(text string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	a, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return a.Unmap().WithZone(""), err == nil
}

// clientAt returns the client at an address. An IPv6 client owns 2^64 addresses, so it is
// identified by its /64 network.
func clientAt(a netip.Addr) string {
	if a.Is6() {
		if net64, err := a.Prefix(64); err == nil {
			return net64.String()
		}
	}
	return a.String()
}
