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

// clients gives every client its rate.
type clients struct {
	rate  float64
	burst int
	known *recent[*rate.Limiter]
}

// maxClients is how many clients are remembered; those that asked nothing for the longest time are
// forgotten, which gives them a new burst.
const maxClients = 100_000

func newClients(perSecond float64, burst int) *clients {
	return &clients{perSecond, burst, newRecent[*rate.Limiter](maxClients)}
}

// allow reports whether the client may ask now, and if not, after how many seconds.
func (c *clients) allow(client string) (ok bool, after int) {
	if c.limiter(client).Allow() {
		return true, 0
	}
	return false, 1 + int(1/c.rate)
}

func (c *clients) limiter(client string) *rate.Limiter {
	return c.known.getOr(client, func() *rate.Limiter { return rate.NewLimiter(rate.Limit(c.rate), c.burst) })
}

// charge counts the bytes that a client was sent: a certain number of them costs as much as a request. The
// client pays by waiting before it may ask again.
func (c *clients) charge(client string, bytes int64) {
	if n := min(bytes/bytesPerRequest, int64(c.burst)); n > 0 {
		c.limiter(client).ReserveN(now(), int(n))
	}
}

// bytesPerRequest is how much a client may be sent for the price of a request.
const bytesPerRequest = 64 << 10

// clientKey is where a request's context keeps its client.
type clientKey struct{}

func clientOf(ctx context.Context) string {
	client, ok := ctx.Value(clientKey{}).(string)
	if !ok {
		return "unknown"
	}
	return client
}

// identify says who asks: a token that is accepted is a client, and so is an address.
func (s *Server) identify(r *http.Request) string {
	if len(s.cfg.Tokens) > 0 && s.authorized(r) {
		return "token " + strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	from, ok := address(r.RemoteAddr)
	if !ok {
		return r.RemoteAddr
	}
	return clientAt(s.forwarded(from, r.Header.Values("X-Forwarded-For")))
}

// forwarded returns the address whose request came from an address. A proxy adds the address
// it was called from at the end of the list, whose lines are one list. Whatever stands before
// an address that is no proxy of ours is only what a client says.
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

// address reads an address with or without a port.
func address(text string) (netip.Addr, bool) {
	if host, _, err := net.SplitHostPort(text); err == nil {
		text = host
	}
	a, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return a.Unmap().WithZone(""), err == nil
}

// clientAt is the client at an address. Whoever has one address of IPv6 has 2^64 of them.
func clientAt(a netip.Addr) string {
	if a.Is6() {
		if net64, err := a.Prefix(64); err == nil {
			return net64.String()
		}
	}
	return a.String()
}
