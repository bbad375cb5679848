// SPDX-License-Identifier: BSD-3-Clause

package server

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/veilplan/veil/internal/testsize"
)

// TestStreamStorm: streams that nobody reads count as their client's and end with the work, and readers that come
// again and again, after whatever event they name, get what is there and leave nothing.
func TestStreamStorm(t *testing.T) {
	end := make(chan struct{})
	s := newToy(t, Config{Limits: Limits{Streams: 64, ClientStreams: 8, Rate: 1e6, Burst: 1e6}}, func(ctx context.Context) error {
		select {
		case <-end:
		case <-ctx.Done():
		}
		return nil
	})
	_, _, header := s.Call(t, "POST", "/v1/jobs", "{}")
	job := header.Get("Location")
	follow := "GET " + job + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
	for from := byte(2); from < 6; from++ {
		for range 8 { // whose answers are never read
			c, err := s.connect(t.Context(), from)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = c.Close() })
			fmt.Fprint(c, follow)
		}
	}
	testsize.Await(t, "all streams are open", func() bool { return s.streams.taken() == 4*8 })
	c, err := s.connect(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // the other side decides
	fmt.Fprint(c, follow)
	if line, err := bufio.NewReader(c).ReadString('\n'); err != nil || !strings.Contains(line, " 429 ") {
		t.Errorf("a ninth stream of a client: %q, %v", line, err)
	}
	close(end)
	testsize.Await(t, "all streams have ended", func() bool { return s.streams.taken() == 0 })
	for i := range testsize.Of(40, 400, 4000) {
		last := []string{"", "0", "-1", "1", "x", "99999999999999999999999", "2147483648", strings.Repeat("9", 4000)}[i%8]
		status, text, _ := s.Call(t, http.MethodGet, job+"/events", "", "Last-Event-ID", last)
		if want := last != "1" && last != "2147483648"; status != http.StatusOK || strings.Contains(text, "event: done") != want {
			t.Fatalf("after event %.30q: %d %.200s", last, status, text)
		}
	}
	if n := s.streams.taken(); n != 0 {
		t.Errorf("%d streams are left", n)
	}
}
