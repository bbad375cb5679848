// SPDX-License-Identifier: BSD-3-Clause

package assistant

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/veilplan/veil/api"
)

type echo struct {
	Schema string `json:"schema"`
	Text   string `json:"text"`
}

type say struct {
	Text string `json:"text"`
}

func echoes() api.Verb {
	return api.Answer(api.Verb{Name: "toy.echo", Summary: "Repeat"}, func(_ context.Context, q say) (*echo, error) {
		if q.Text == "" {
			return nil, api.NewProblem(api.Impossible, "no text", "")
		}
		return &echo{"toy/1", q.Text}, nil
	})
}

func text(r *mcp.CallToolResult) string { return r.Content[0].(*mcp.TextContent).Text }

// TestCall: arguments become a question, a failure is marked, and an answer that is too long is refused.
func TestCall(t *testing.T) {
	v := echoes()
	s := Server{Answer: 200}
	g := &gate{running: make(chan struct{}, 1), queue: make(chan struct{}, 1)}
	for _, c := range []struct {
		arguments, want string
		failed          bool
	}{
		{`{"text":"hi"}`, `{"schema":"toy/1","text":"hi"}`, false},
		{` { "text" : "hi" } `, `{"schema":"toy/1","text":"hi"}`, false},
		{``, "no text", true},
		{`{}`, "no text", true},
		{`[1]`, "not JSON", true},
		{`null`, "unknown verb", true},
		{`{"txt":"hi"}`, "unknown field", true},
		{`{"text":"` + strings.Repeat("x", 200) + `"}`, `"limit":"200 bytes"`, true},
	} {
		r := s.call(t.Context(), g, &v, []byte(c.arguments))
		if r.IsError != c.failed || !strings.Contains(text(r), c.want) {
			t.Errorf("%s: %t %s", c.arguments, r.IsError, text(r))
		}
	}
}

// TestGate: as many calls as there is room for run or wait; the next is refused, and one that is
// withdrawn makes room.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{running: make(chan struct{}, 1), queue: make(chan struct{}, 2)}
		leave, err := g.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		withdrawn, withdraw := context.WithCancel(t.Context())
		waits := make(chan error)
		go func() {
			_, err := g.enter(withdrawn)
			waits <- err
		}()
		synctest.Wait()
		v := echoes()
		if r := (Server{}).call(t.Context(), g, &v, nil); !r.IsError || !strings.Contains(text(r), `"type":"busy"`) {
			t.Errorf("%s", text(r))
		}
		withdraw()
		if err := <-waits; err == nil || len(g.queue) != 1 {
			t.Errorf("%v, %d in the queue", err, len(g.queue))
		}
		leave()
		if len(g.queue) != 0 || len(g.running) != 0 {
			t.Error("the room is not free")
		}
	})
}
