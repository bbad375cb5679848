// SPDX-License-Identifier: BSD-3-Clause

// Package assistant offers the verbs of a table to assistants, as tools of the Model Context Protocol
// over two streams.
package assistant

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/veilplan/veil/api"
)

// Server answers the calls of one client. Zero limits mean the defaults.
type Server struct {
	Table   api.Table
	Schemas map[string]json.RawMessage // of questions, by the verb's name
	Version string
	Running int // answers computed concurrently; as many as there are cores
	Queue   int // calls that wait; 4 for each that runs; more are refused
	Line    int // bytes of a message; 256 KiB
	Answer  int // bytes of a document; 100,000, so that one answer does not fill an assistant's memory
}

// instructions are shown to the assistant once.
const instructions = `veil computes exact answers about problems with hidden information: Minesweeper (mines_*), Kriegspiel (krieg_*),
fault diagnosis (diag_*) and POMDPs (pomdp_*). Every number is exact, bounds or an estimate with a 95% interval; the field "kind" says
which: repeat it to the user, and do not present an estimate as certain.

Write positions as text, exactly as the examples of the tools show. If a tool returns a document with schema veil.problem/1, its title and
detail name what is wrong: correct the input and call again.`

// Serve answers until the client leaves or the context ends.
func (s Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.Running = cmp.Or(max(s.Running, 0), runtime.GOMAXPROCS(0))
	s.Queue = cmp.Or(max(s.Queue, 0), 4*s.Running)
	s.Line = cmp.Or(max(s.Line, 0), api.DefaultText)
	s.Answer = cmp.Or(max(s.Answer, 0), 100_000)
	server := mcp.NewServer(&mcp.Implementation{Name: "veil", Version: s.Version}, &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{},
	})
	g := &gate{running: make(chan struct{}, s.Running), queue: make(chan struct{}, s.Running+s.Queue)}
	for i := range s.Table {
		v := &s.Table[i]
		server.AddTool(s.tool(v), func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return s.call(ctx, g, v, r.Params.Arguments), nil
		})
	}
	return server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: writer{out}, MaxLineLength: s.Line})
}

// writer does not close what belongs to the caller.
type writer struct{ io.Writer }

// Close does nothing.
func (writer) Close() error { return nil }

// Name returns the name of a verb's tool. Some clients accept no dots.
func Name(verb string) string { return strings.ReplaceAll(verb, ".", "_") }

// tool returns the tool of a verb.
func (s Server) tool(v *api.Verb) *mcp.Tool {
	local := false
	return &mcp.Tool{
		Name: Name(v.Name), Title: v.Summary, Description: Describe(v), InputSchema: s.Schemas[v.Name],
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &local},
	}
}

// call answers a call. A failure is a document too, so that the assistant can read what to change.
func (s Server) call(ctx context.Context, g *gate, v *api.Verb, arguments json.RawMessage) *mcp.CallToolResult {
	leave, err := g.enter(ctx)
	if err != nil {
		return failure(api.NewProblem("busy", "too many calls at a time", fmt.Sprintf("%d calls run or wait; call again when one is answered", cap(g.queue))))
	}
	defer leave()
	document := api.Table{*v}.Ask(ctx, question(v.Name, arguments), nil)
	if len(document) > s.Answer {
		return failure(api.NewTooLarge("the answer is too long", s.Answer, len(document), "bytes"))
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(document)}}, IsError: isProblem(document)}
}

// question returns the arguments of a call as a question. What is not an object is passed on, and refused
// by its reader.
func question(verb string, arguments json.RawMessage) []byte {
	fields := bytes.TrimSpace(arguments)
	if len(fields) == 0 {
		fields = []byte("{}")
	}
	if fields[0] != '{' {
		return fields
	}
	rest := bytes.TrimSpace(fields[1:])
	head := fmt.Appendf(nil, `{"ask":%q`, verb)
	if len(rest) > 0 && rest[0] != '}' {
		head = append(head, ',')
	}
	return append(head, rest...)
}

func failure(p *api.Problem) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(api.Encode(p))}}, IsError: true}
}

func isProblem(document []byte) bool {
	var p struct {
		Schema string `json:"schema"`
	}
	return json.Unmarshal(document, &p) != nil || p.Schema == api.NewProblem("", "", "").Schema
}

var errFull = errors.New("too many calls wait")

// gate bounds the calls that are answered or wait.
type gate struct{ running, queue chan struct{} }

// enter waits for its turn, unless too many wait already.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	select {
	case g.queue <- struct{}{}:
	default:
		return nil, errFull
	}
	select {
	case g.running <- struct{}{}:
		return func() { <-g.running; <-g.queue }, nil
	case <-ctx.Done():
		<-g.queue
		return nil, ctx.Err()
	}
}
