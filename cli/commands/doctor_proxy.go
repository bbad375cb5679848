// SPDX-License-Identifier: BSD-3-Clause

package commands

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/web/server"
)

// deploymentWait is the time limit for each response of a deployment.
const deploymentWait = 15 * time.Second

// deployment is a server as its visitors reach it, through proxies.
type deployment struct {
	site  *url.URL
	games bool
}

func newDeployment(text string, games bool) (*deployment, error) {
	site, err := url.Parse(text)
	if err != nil || site.Host == "" || (site.Scheme != "https" && site.Scheme != "http") {
		return nil, frame.Usage(fmt.Sprintf("--proxy %q: want the address that visitors type", text), "for example https://veil.example.org")
	}
	return &deployment{&url.URL{Scheme: site.Scheme, Host: site.Host}, games}, nil
}

// ask sends a request as a page of the site does. The caller closes the body.
func (d *deployment) ask(ctx context.Context, method, path, body string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, d.site.String()+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Origin", d.site.String())
	r.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(r)
}

// check tests a deployment end to end.
func (d *deployment) check(ctx context.Context) []api.Finding {
	ctx, cancel := context.WithTimeout(ctx, deploymentWait)
	defer cancel()
	answer, err := d.ask(ctx, http.MethodGet, server.V1+"/version", "")
	if err != nil {
		return []api.Finding{{What: "server", State: "problem", Detail: err.Error(), Advice: "is it running, and does the name lead to it?"}}
	}
	defer answer.Body.Close()                                 //nolint:errcheck // it was read
	text, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<16)) // an incomplete body is no document
	found := []api.Finding{d.encryption(answer), protocol(answer), hostFinding(answer.StatusCode, text)}
	if found[2].State == "problem" {
		return found
	}
	return append(found, addressFinding(d.site.Hostname(), answer.Header.Get(server.ClientHeader)), d.events(ctx))
}

func (d *deployment) encryption(answer *http.Response) api.Finding {
	if answer.TLS == nil {
		return api.Finding{What: "certificate", State: "note", Detail: "none: visitors are not encrypted", Advice: "see --acme, or let the proxy end TLS"}
	}
	left := time.Until(answer.TLS.PeerCertificates[0].NotAfter)
	f := api.Finding{What: "certificate", State: "ok", Detail: fmt.Sprintf("valid for %d more days", int(left.Hours()/24))}
	if left < 7*24*time.Hour {
		f.State, f.Advice = "note", "is it renewed?"
	}
	return f
}

func protocol(answer *http.Response) api.Finding {
	if answer.ProtoMajor < 2 {
		return api.Finding{What: "HTTP/2", State: "note", Detail: answer.Proto, Advice: "the web app loads faster with HTTP/2 (nginx: listen 443 ssl http2;)"}
	}
	return api.Finding{What: "HTTP/2", State: "ok", Detail: answer.Proto}
}

// hostFinding judges the response to a call that a page of the site made. A missing token is fine:
// it is checked after the name and the site.
func hostFinding(status int, text []byte) api.Finding {
	f := api.Finding{What: "Host", State: "ok", Detail: "pages of this site may call the API"}
	var p api.Problem
	problem := json.Unmarshal(text, &p) == nil && p.Schema == "veil.problem/1"
	switch {
	case status == http.StatusOK, status == http.StatusUnauthorized && problem:
	case problem:
		f.State, f.Detail, f.Advice = "problem", fmt.Sprintf("%d, %s", status, p.Title), p.Detail
	default:
		f.State, f.Detail, f.Advice = "problem", fmt.Sprintf("%d, and not from veil", status), "is veil running behind the proxy, and does the proxy lead to it?"
	}
	return f
}

// addressFinding judges for whom the server takes this visitor. Through the internet, nobody comes
// from a private address: that is the proxy's.
func addressFinding(host, seen string) api.Finding {
	f := api.Finding{What: "visitor's address", State: "ok", Detail: seen}
	address, err := netip.ParseAddr(seen)
	switch {
	case seen == "":
		f.State, f.Detail = "note", "not shown: the server is older than this program"
	case err == nil && private(address) && !privateHost(host):
		f.State, f.Detail = "problem", "the server takes you for "+seen+", which is the proxy: all visitors share one limit"
		f.Advice = "let the proxy send X-Forwarded-For, and start veil with --proxy " + seen
	}
	return f
}

func private(a netip.Addr) bool { return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() }

func privateHost(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && private(a)
}

// longQuestion is a Kriegspiel problem that takes minutes: the king may be anywhere.
const longQuestion = `{"position":{"text":"ruleset: english\nto move: white\nme:   8/8/8/2K5/2N5/8/8/1R6\nopp:  k@*  q|r|b|n@e1\ngoal: mate in 9\n"},"wait_ms":0}`

// events tests that events arrive while an answer is computed: it follows one that takes minutes
// until the first event, and withdraws the question.
func (d *deployment) events(ctx context.Context) api.Finding {
	f := api.Finding{What: "event streams", State: "note", Detail: "not tested: this program has no games"}
	if !d.games {
		return f
	}
	answer, err := d.ask(ctx, http.MethodPost, server.V1+"/krieg/proofs", longQuestion)
	if err != nil {
		f.Detail = "not tested: " + err.Error()
		return f
	}
	_ = answer.Body.Close() // the place is in the header
	at := answer.Header.Get("Location")
	if answer.StatusCode != http.StatusAccepted || at == "" {
		f.Detail = "not tested: " + answer.Status
		return f
	}
	defer d.withdraw(ctx, at)
	if err := d.firstEvent(ctx, at+"/events"); err != nil {
		f.State, f.Detail, f.Advice = "problem", "no event while the server computes: "+err.Error(), "let the proxy not buffer (nginx: proxy_buffering off;)"
		return f
	}
	f.State, f.Detail = "ok", "events arrive at once"
	return f
}

func (d *deployment) withdraw(ctx context.Context, at string) {
	if answer, err := d.ask(context.WithoutCancel(ctx), http.MethodDelete, at, ""); err == nil {
		_ = answer.Body.Close()
	}
}

// firstEvent waits a few seconds for the first line of a stream.
func (d *deployment) firstEvent(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := d.ask(ctx, http.MethodGet, path, "")
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // it was read
	_, err = bufio.NewReader(answer.Body).ReadString('\n')
	return err
}
