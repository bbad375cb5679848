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
