// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// TestSilentStream: a stream lives on while there is nothing to say, also with HTTP/2, where a
// deadline that passes ends it even if nothing waits to be written.
func TestSilentStream(t *testing.T) { synctest.Test(t, silentStream) }

func silentStream(t *testing.T) {
	const wait = 10 * time.Second
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		st := &stream{w: w, rc: http.NewResponseController(w), wait: wait}
		st.start()
		for range 3 {
			time.Sleep(5 * wait) // of the bubble's clock
			if err := st.ping(); err != nil {
				t.Error(err)
			}
		}
	}))
	server.Config.WriteTimeout = 2 * wait
	server.EnableHTTP2 = true
	p := &pipes{next: make(chan net.Conn), closed: make(chan struct{})}
	_ = server.Listener.Close() // a bubble has pipes only
	server.Listener = p
	server.StartTLS()
	defer server.Close()
	ask, err := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	over, ok := server.Client().Transport.(*http.Transport)
	if !ok {
		t.Fatalf("a transport that is a %T", server.Client().Transport)
	}
	over.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return p.dial(ctx, 1) }
	answer, err := server.Client().Do(ask)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if want := ": keepalive\n\n: keepalive\n\n: keepalive\n\n"; err != nil || string(text) != want || answer.ProtoMajor != 2 {
		t.Errorf("%s: %q, %v", answer.Proto, text, err)
	}
}
