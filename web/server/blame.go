// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"fmt"
	"net/http"
	"net/url"
)

// A proxy in front of a server goes wrong in three ways, and each looks like the fault of a visitor.
// The refusals below name the proxy where it may be the cause.

// passHost is the remedy for a proxy that replaces the Host of its visitors by that of its upstream.
const passHost = "let the proxy pass the visitor's Host on (nginx: proxy_set_header Host $host;)"

// otherName refuses a request for a host that is not this server.
func otherName(host string) *Problem {
	return NewProblem(http.StatusMisdirectedRequest, Forbidden, "this server has another name", fmt.Sprintf(
		"the request is for Host %s: call the server by the name it was started with, %s, or start it with --host %[1]s", brief(host), passHost))
}

// foreign refuses a request that a page of another site makes. Behind a proxy that replaces Host,
// the pages of this server look foreign too; --origin would hide that, so it is not advised if the
// site is known to be this server.
func (s *Server) foreign(origin string, r *http.Request) *Problem {
	title := "pages of " + brief(origin) + " may not call this server"
	if s.isOwn(origin, r) {
		return NewProblem(http.StatusForbidden, Forbidden, title,
			fmt.Sprintf("that is this server's own page, but the request is for Host %s: %s", brief(r.Host), passHost))
	}
	return NewProblem(http.StatusForbidden, Forbidden, title, fmt.Sprintf(
		"the request is for Host %s. If that page is this server's own, %s; if it is another site that may call, start the server with --origin %s",
		brief(r.Host), passHost, brief(origin)))
}

// isOwn reports whether an origin is known to be this server: --host names it, or the browser says
// that the page calls its own server.
func (s *Server) isOwn(origin string, r *http.Request) bool {
	if r.Header.Get("Sec-Fetch-Site") == "same-origin" {
		return true
	}
	site, err := url.Parse(origin)
	return err == nil && s.isNamed(site.Hostname())
}

// sharedLimit returns advice if the client may be a proxy that --proxy does not name, so that all
// its visitors share one limit.
func (s *Server) sharedLimit(r *http.Request) string {
	from, ok := address(r.RemoteAddr)
	if !ok || r.Header.Get("X-Forwarded-For") == "" || s.isProxy(from) {
		return ""
	}
	return fmt.Sprintf("all visitors from %s share one limit; if that is a proxy of this server, start the server with --proxy %[1]s", from)
}

// ClientHeader is the header of /v1/version that contains the client for which the server takes the
// caller. It shows whether the proxies in between pass addresses on.
const ClientHeader = "Veil-Client"

func showClient(h http.Header, r *http.Request) {
	if r.URL.Path == V1+"/version" {
		h.Set(ClientHeader, loggedClient(r.Context()))
	}
}
