// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is written by hand for a new verb: its function with its types, its row, and its text.
const (
	verbFunction = `// SPDX-License-Identifier: BSD-3-Clause

package isolation

import (
	"context"

	"github.com/veilplan/veil/api"
)

// DiagCountQuestion asks how many faults a table lists.
type DiagCountQuestion struct {
	Table string ` + "`" + `json:"table" maxLength:"262144" doc:"A line for each fault"` + "`" + `
}

// DiagCount is the document diag.count/1.
type DiagCount struct {
	Schema string ` + "`" + `json:"schema" enum:"diag.count/1"` + "`" + `
	Faults int    ` + "`" + `json:"faults" doc:"Number of faults"` + "`" + `
}

// Count counts faults.
func (s *Service) Count(ctx context.Context, q DiagCountQuestion) (*DiagCount, error) {
	c, err := s.Check(ctx, api.DiagQuestion{Table: q.Table})
	if err != nil {
		return nil, err
	}
	return &DiagCount{"diag.count/1", c.Faults}, nil
}
`
	verbRow = `		api.Answer(api.Verb{
			Name: "diag.count", Operation: "diagCount", Path: "/diag/counts", Class: api.Short, Summary: "How many faults a table lists",
		}, s.Count),
`
	verbText = "\n## Counting faults\n\n`diag.count` returns the number of faults of a table.\n"

	verbTable  = `"table":"fault,prior,lights\nflat battery,5,dim\nbad starter,1,bright\n"`
	verbAnswer = `{"schema":"diag.count/1","faults":2}`
)

// TestAddVerb adds a verb to a copy of the repository and finds it behind every door.
func TestAddVerb(t *testing.T) {
	if os.Getenv("VEIL_FULL") == "" {
		t.Skip("builds veil twice: VEIL_FULL=1")
	}
	c := copyOf(t)
	c.write("diag/isolation/count.go", verbFunction)
	c.edit("diag/isolation/verbs.go", "func (s *Service) PageVerbs() api.Table {\n\treturn api.Table{\n", verbRow)
	c.edit("docs/reference/api.md", "# The HTTP API\n", verbText)

	c.run("UPDATE=1 go test ./web -run 'TestSchemas|TestOpenAPI|TestTypes|TestNPMTypes|TestVerbList'")
	c.has("docs/schemas/diag.count.v1.json", `"diag.count/1"`)
	c.has("docs/openapi.json", `"operationId": "diagCount"`)
	c.has("docs/reference/api.md", "diag.count")
	c.has("web/page/shared/schemas.ts", "export interface DiagCount {")
	c.has("clients/npm/verbs.d.ts", "count(table: string")

	c.run("go build -o bin/veil ./cmd/veil")
	c.is("batch", c.run(`echo '{"ask":"diag.count",`+verbTable+`}' | bin/veil ask`), verbAnswer)
	c.is("strictness", c.run(`echo '{"ask":"diag.count","tabel":""}' | bin/veil ask || true`), `unknown field \"tabel\"; want table`)
	c.is("help", c.run("bin/veil help verbs"), "How many faults a table lists")
	c.rpc()
	c.http()

	c.run(`GOOS=js GOARCH=wasm go build -tags diag -o bin/diag.wasm ./cmd/veil-wasm`)
	c.is("WASM", c.run(`echo '{"ask":"diag.count",`+verbTable+`}' | node cmd/veil-wasm/testdata/ask.js "$(go env GOROOT)/lib/wasm/wasm_exec.js" bin/diag.wasm`), verbAnswer)
}

// tree is a copy of the repository.
type tree struct {
	t   *testing.T
	dir string
}

// copyOf copies the files that git knows or would add.
func copyOf(t *testing.T) tree {
	t.Helper()
	c := tree{t, t.TempDir()}
	eachSource(t, func(name string, data []byte) { c.write(name, string(data)) })
	return c
}

// eachSource calls f for the files that git knows or would add.
func eachSource(t *testing.T, f func(name string, data []byte)) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "git", "-C", rootDir, "ls-files", "-co", "--exclude-standard", "-z").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(rootDir, name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		f(name, data)
	}
}

func (c tree) write(name, text string) {
	c.t.Helper()
	name = filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

func (c tree) read(name string) string {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}

// edit inserts a text.
func (c tree) edit(name, after, text string) {
	c.t.Helper()
	before, rest, ok := strings.Cut(c.read(name), after)
	if !ok {
		c.t.Fatalf("%s has no %q", name, after)
	}
	c.write(name, before+after+text+rest)
}

// run runs a command line in the copy. Paths are trimmed, so that what is compiled already is found.
func (c tree) run(line string) string {
	c.t.Helper()
	cmd := exec.CommandContext(c.t.Context(), "bash", "-c", line)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -buildvcs=false")
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

func (c tree) has(name, want string) {
	c.t.Helper()
	c.is(name, c.read(name), want)
}

func (c tree) is(what, got, want string) {
	c.t.Helper()
	if !strings.Contains(got, want) {
		c.t.Errorf("%s: %.2000s\nlacks %s", what, got, want)
	}
}

// rpc asks a process in lines of JSON.
func (c tree) rpc() {
	c.t.Helper()
	cmd := exec.CommandContext(c.t.Context(), filepath.Join(c.dir, "bin/veil"), "rpc")
	in, err := cmd.StdinPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	_, _ = io.WriteString(in, `{"id":1,"ask":"diag.count",`+verbTable+"}\n")
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		c.t.Error(err)
	}
	c.is("rpc", line, `{"id":1,"doc":`+verbAnswer+`,"last":true}`)
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		c.t.Error(err)
	}
}

// http asks a server: the route, its strictness, and the description of the API.
func (c tree) http() {
	c.t.Helper()
	cmd := exec.CommandContext(c.t.Context(), filepath.Join(c.dir, "bin/veil"), "serve", "--listen", "127.0.0.1:0")
	out, err := cmd.StderrPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	url := ""
	for lines := bufio.NewScanner(out); url == "" && lines.Scan(); {
		url = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	c.is("HTTP", c.post(url+"/v1/diag/counts", "{"+verbTable+"}"), verbAnswer)
	c.is("HTTP, misspelt", c.post(url+"/v1/diag/counts", `{"tabel":""}`), "tabel: unexpected property")
	c.is("OpenAPI", c.post(url+"/openapi.json", ""), `diagCount`)
	_ = cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
}

// post sends a body and returns the answer; without a body it asks for a page.
func (c tree) post(url, body string) string {
	c.t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	r, err := http.NewRequestWithContext(c.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return string(text)
}
