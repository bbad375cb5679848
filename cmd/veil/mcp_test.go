// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/veilplan/veil/api"
	"github.com/veilplan/veil/cli/frame"
	"github.com/veilplan/veil/cmd/veil/internal/assistant"
	"github.com/veilplan/veil/web"
)

// mcpClient starts veil mcp and connects a client of the same SDK to it.
func mcpClient(t *testing.T, flags ...string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "veil", append([]string{"mcp"}, flags...)...)
	session, err := client.Connect(context.WithoutCancel(t.Context()), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("veil mcp ends with %v", err)
		}
	})
	return session
}

// mcpCall calls a tool and returns its document.
func mcpCall(t *testing.T, s *mcp.ClientSession, tool, arguments string) (document map[string]any, failed bool) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	text, ok := r.Content[0].(*mcp.TextContent)
	if !ok || json.Unmarshal([]byte(text.Text), &document) != nil {
		t.Fatalf("%s: %v", tool, r.Content)
	}
	return document, r.IsError
}

// TestMCP: an assistant's program solves a board, asks why, and finds a fault, with what the tools'
// descriptions say and nothing else.
func TestMCP(t *testing.T) {
	s := mcpClient(t)
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if verbs := (&app{&frame.App{Env: testEnv("")}}).verbs(api.Limits{}); len(list.Tools) != len(verbs) {
		t.Errorf("%d tools for %d verbs", len(list.Tools), len(verbs))
	}
	const position = `{"text":"3x3/2\n...\n121\n000\n"}`
	d, failed := mcpCall(t, s, "mines_analysis", `{"position":`+position+`,"top":3}`)
	safe, _ := d["safe"].([]any)
	if failed || len(safe) != 1 {
		t.Fatalf("%v", d)
	}
	d, failed = mcpCall(t, s, "mines_explanation", `{"position":`+position+`,"cells":["`+safe[0].(string)+`"]}`)
	if failed || !strings.Contains(string(api.Encode(d)), `"safe"`) {
		t.Errorf("%v", d)
	}
	table := `"fault,prior,lamp,hum\nblown fuse,5,off,none\ndead motor,2,on,none\nstuck impeller,2,on,loud\n"`
	readings := map[string]string{"lamp": "on", "hum": "none"} // of the machine: its motor is dead
	seen := []string{}
	for range 3 {
		given, err := json.Marshal(seen)
		if err != nil {
			t.Fatal(err)
		}
		d, failed = mcpCall(t, s, "diag_next", `{"table":`+table+`,"seen":`+string(given)+`}`)
		test, more := d["test"].(string)
		if failed || !more {
			break
		}
		seen = append(seen, test+"="+readings[test])
	}
	if text := string(api.Encode(d)); failed || !strings.Contains(text, "dead motor") || strings.Contains(text, "blown fuse") || strings.Contains(text, "impeller") {
		t.Errorf("after %v: %s", seen, text)
	}
}

// TestMCPDescriptions: every tool has a schema that its example satisfies, a description, and an example
// that is answered. A tool that takes a document says where from.
func TestMCPDescriptions(t *testing.T) {
	a := &app{&frame.App{Env: testEnv("")}}
	verbs := a.verbs(api.Limits{})
	schemas := web.QuestionSchemas(verbs)
	for i := range verbs {
		v := &verbs[i]
		words, example := assistant.Describe(v), assistant.Example(v.Name)
		if !strings.Contains(words, " Call it ") || len(words) < 80 && example == "" {
			t.Errorf("%s is not described: %q", v.Name, words)
		}
		given, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schemas[v.Name])))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("question.json", given); err != nil {
			t.Fatal(err)
		}
		schema, err := c.Compile("question.json")
		if err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		if example == "" {
			continue
		}
		question, err := jsonschema.UnmarshalJSON(strings.NewReader(example))
		if err != nil {
			t.Fatalf("%s: %v", v.Name, err)
		}
		if err := schema.Validate(question); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
		if _, err := v.Run(t.Context(), []byte(example), nil); err != nil {
			t.Errorf("%s: %s: %v", v.Name, example, err)
		}
	}
}

// TestMCPHostile: what is wrong, misspelt, too large or not JSON is refused in words, and the program goes
// on.
func TestMCPHostile(t *testing.T) {
	s := mcpClient(t, "--time", "2s")
	for _, c := range [][3]string{
		{"mines_check", `{}`, "cannot be read"},
		{"mines_check", `{"pos":{"text":"1"}}`, `unknown field`},
		{"mines_check", `{"ask":"diag.next","position":{"text":"1"}}`, "unknown verb"},
		{"mines_check", `{"position":{"text":"9x9/99999999999999999999"}}`, ""},
		{"mines_analysis", `{"position":{"text":"999999x999999/5\n"}}`, ""},
		{"mines_board", `{"size":"200x200/9000","no_guess":true}`, ""},
		{"krieg_mate", `{"position":{"text":"me: ` + strings.Repeat("k", 5000) + `"}}`, ""},
		{"pomdp_info", `{"problem":"/etc/passwd"}`, ""},
		{"diag_next", `{"table":"a,b\n\u0000"}`, ""},
	} {
		d, failed := mcpCall(t, s, c[0], c[1])
		if text := string(api.Encode(d)); !failed || d["schema"] != "veil.problem/1" || !strings.Contains(text, c[2]) || strings.Contains(text, "root:") {
			t.Errorf("%s %.100s: %t %.300s", c[0], c[1], failed, text)
		}
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "env_open", Arguments: map[string]any{}}); err == nil {
		t.Error("a tool that does not exist answers")
	}
	if d, failed := mcpCall(t, s, "mines_check", `{"position":{"text":"4x4/4\n1...\n....\n....\n....\n"}}`); failed || d["layouts"] != "660" {
		t.Errorf("afterwards: %v", d)
	}
}

// TestMCPRaw: lines that are not of the protocol end the conversation at most, with an error and without
// a crash, and a line beyond the limit is not held in memory.
func TestMCPRaw(t *testing.T) {
	for name, input := range map[string]string{
		"nothing": "", "not JSON": "hello\n", "a number": "7\n", "deep": strings.Repeat("[", 100_000) + "\n",
		"long": `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 1<<22) + `"}` + "\n",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cmd := exec.CommandContext(ctx, "veil", "mcp")
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		cancel()
		if lines := bufio.NewScanner(strings.NewReader(string(out))); strings.Contains(string(out), "goroutine ") || strings.Contains(string(out), "panic") || len(out) > 10_000 {
			lines.Scan()
			t.Errorf("%s: %v: %.200s", name, err, lines.Text())
		}
		if (err == nil) != (name == "nothing") {
			t.Errorf("%s: %v, %.200s", name, err, out)
		}
	}
}
