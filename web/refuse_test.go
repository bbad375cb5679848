// SPDX-License-Identifier: BSD-3-Clause

package web_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/veilplan/veil/web"
	"github.com/veilplan/veil/web/server"
	"github.com/veilplan/veil/web/webtest"
)

// TestRunsRefuse: visitors see the files that a run shows and nothing else of the disk, and
// change nothing.
func TestRunsRefuse(t *testing.T) {
	wrote := false
	s := serveRuns(t, web.Runs{
		Read: func(context.Context, string) (*web.Run, error) {
			return nil, errors.New("/home/ann/secret: permission denied")
		},
		Write: func(_ context.Context, w io.Writer, _, _ string) error {
			wrote = true
			_, err := io.WriteString(w, "x")
			return err
		},
	})
	for _, file := range []string{"id_rsa", "lock", "seal.json", "x.html", "..%2f..%2fetc%2fpasswd"} {
		if status, _, _ := s.Call(t, "GET", "/v1/experiments/x/files/"+file, ""); status != http.StatusNotFound || wrote {
			t.Errorf("%s: %d, written: %v", file, status, wrote)
		}
	}
	if status, _, _ := s.Call(t, "GET", "/v1/experiments/x/files/x.csv", ""); status != http.StatusOK || !wrote {
		t.Errorf("a file: %d", status)
	}
	if status, text, _ := s.Call(t, "GET", "/v1/experiments/x", ""); status != http.StatusInternalServerError || strings.Contains(text, "secret") {
		t.Errorf("a run that cannot be read: %d %s", status, text)
	}
	if status, _, _ := s.Call(t, "POST", "/v1/experiments/x/pause", `{"paused":true}`); status != http.StatusForbidden {
		t.Errorf("pausing: %d", status)
	}
}

// TestKeepsOnlyExactAnswers: an answer that is not exact has no address at which it would be
// kept, and is not called unchanging.
func TestKeepsOnlyExactAnswers(t *testing.T) {
	s := serve(t, server.Config{})
	status, body, header := s.Call(t, "POST", "/v1/mines/analyses", webtest.Question(webtest.Slow, `,"budget":{"nodes":20,"games":200},"wait_ms":20000`))
	if status != http.StatusOK || strings.Contains(body, `"value":{"kind":"exact"`) {
		t.Fatalf("%d %.300s", status, body)
	}
	if at := header.Get("Content-Location"); at != "" {
		t.Errorf("kept at %s", at)
	}
}
