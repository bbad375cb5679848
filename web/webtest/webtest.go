// SPDX-License-Identifier: BSD-3-Clause

// Package webtest asks a server questions, for tests.
package webtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/veilplan/veil/api"
)

// Positions used by tests.
const (
	Hero = "4x4/4\n1...\n....\n....\n....\n"
	// Slow takes long: seventeen thousand layouts.
	Slow = "5x5/5\n1....\n.....\n.....\n.....\n.....\n"
	// Dear has 3,990 layouts: under a budget of nodes it is searched, and never cached.
	Dear     = "5x5/4\n1....\n.....\n.....\n.....\n.....\n"
	Anderson = "ruleset: english\nto move: white\nme:   8/7B/8/2K5/2N5/8/8/1R6\nopp:  k@a4  q|r|b|n@e1\ngoal: mate in 2\n"
	// LongMate takes minutes: the king may be anywhere.
	LongMate = "ruleset: english\nto move: white\nme:   8/8/8/2K5/2N5/8/8/1R6\nopp:  k@*  q|r|b|n@e1\ngoal: mate in 9\n"
)

// Question returns a question about a board, with additional fields.
func Question(board string, more ...string) string {
	return `{"position":` + strings.TrimSpace(string(api.Encode(api.Input{Text: board}))) + strings.Join(more, "") + "}"
}

// KriegQuestion returns a question about a Kriegspiel position, with additional fields.
func KriegQuestion(position string, more ...string) string {
	return `{"position":` + strings.TrimSpace(string(api.Encode(api.KriegInput{Text: position}))) + strings.Join(more, "") + "}"
}

// Bomb returns a question for a sample of a belief that is too large to hold, at the end of a game
// in which each quiet move of the opponent multiplies the boards.
func Bomb() string {
	log := strings.Repeat("W g1f3 yes\nB moved\nW f3g1 yes\nB moved\n", 4) + "W a2a3 yes stalemate\n"
	return KriegQuestion("ruleset berkeley\n"+log, `,"sample":1,"max_boards":1`)
}

// Client sends requests to the server at a URL.
type Client struct {
	URL  string
	Over http.RoundTripper // the default transport if nil
}

// Call makes a request and returns status, body and headers.
func (c *Client) Call(t *testing.T, method, path, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	status, text, header, err := c.Try(t.Context(), method, path, body, headers...)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return status, text, header
}

// Try is Call for requests that may fail.
func (c *Client) Try(ctx context.Context, method, path, body string, headers ...string) (int, string, http.Header, error) {
	answer, err := c.open(ctx, method, path, body, headers...)
	if err != nil {
		return 0, "", nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), answer.Header, err
}

func (c *Client) open(ctx context.Context, method, path, body string, headers ...string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.URL+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Add(headers[i], headers[i+1])
	}
	if len(r.Header.Values("Content-Type")) > 1 {
		r.Header["Content-Type"] = r.Header["Content-Type"][1:]
	}
	client := http.Client{Transport: c.Over, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return client.Do(r)
}

// Tail sends the lines of a stream to a channel until it ends, and then closes the channel.
func (c *Client) Tail(ctx context.Context, path string, lines chan<- string) {
	defer close(lines)
	answer, err := c.open(ctx, http.MethodGet, path, "")
	if err != nil {
		return
	}
	defer func() { _ = answer.Body.Close() }()
	for scan := bufio.NewScanner(answer.Body); scan.Scan(); {
		if text := scan.Text(); text != "" {
			lines <- text[:min(len(text), 200)]
		}
	}
}

// Metric reads a number from /metrics.
func (c *Client) Metric(t *testing.T, name string, headers ...string) float64 {
	t.Helper()
	_, text, _ := c.Call(t, http.MethodGet, "/metrics", "", headers...)
	value, err := MetricIn(text, name)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// MetricIn finds a number in the text of /metrics.
func MetricIn(text, name string) (float64, error) {
	match := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindStringSubmatch(text)
	if match == nil {
		return 0, fmt.Errorf("no metric %s in\n%.500s", name, text)
	}
	return strconv.ParseFloat(match[1], 64)
}
