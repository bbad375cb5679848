// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"time"
)

//go:embed testdata
var data embed.FS

// texts has the files that questions name.
func texts() fs.FS {
	sub, err := fs.Sub(data, "testdata/texts")
	if err != nil {
		panic(err) // the path is a constant
	}
	return sub
}

// question is one line of a file of questions: a request, a command, or a question to an engine.
type question struct {
	Verb  string          `json:"verb"`
	Post  string          `json:"post"` // the path of a request with a body
	Get   string          `json:"get"`  // the path of a request without
	Run   []string        `json:"run"`  // the arguments of a command
	Input string          `json:"in"`   // the standard input of a command
	Wasm  string          `json:"wasm"` // the name of an engine
	Body  json.RawMessage `json:"body"`
}

// readLines reads a file of testdata with a JSON object per line.
func readLines[T any](name string) (list []T, err error) {
	text, err := data.ReadFile("testdata/" + name)
	if err != nil {
		return nil, err
	}
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var q T
		if line, err = withTexts(line); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, i+1, err)
		}
		if err := json.Unmarshal(line, &q); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, i+1, err)
		}
		list = append(list, q)
	}
	return list, nil
}

// withTexts replaces the names of files by their content: documents unchanged, everything else as a
// string.
func withTexts(line []byte) (out []byte, err error) {
	out = regexp.MustCompile(`"@[a-z0-9.-]+"`).ReplaceAllFunc(line, func(name []byte) []byte {
		file := string(name[2 : len(name)-1])
		text, failed := fs.ReadFile(texts(), file)
		if err = cmp.Or(err, failed); err != nil || strings.HasSuffix(file, ".json") {
			return text
		}
		quoted, failed := json.Marshal(string(text))
		err = cmp.Or(err, failed)
		return quoted
	})
	return out, err
}

// firstOf returns the first n of a list, or all of it if n is 0.
func firstOf[T any](list []T, n int) []T {
	if n == 0 || n > len(list) {
		return list
	}
	return list[:n]
}

// askQuestions asks the questions in order: some refer to the result of an earlier one.
func askQuestions(ctx context.Context, s *side, n int) ([]answer, error) {
	all, err := readLines[question]("questions.jsonl")
	if err != nil {
		return nil, err
	}
	all = firstOf(all, n)
	engines, err := askWasm(ctx, s, all)
	if err != nil {
		return nil, err
	}
	var list []answer
	for _, q := range all {
		a := answer{verb: q.Verb, label: q.label()}
		switch {
		case q.Wasm != "":
			a.parts, engines = engines[:1], engines[1:]
		case q.Run != nil:
			a.parts, err = s.run(ctx, q.Input, q.Run...)
		default:
			a.parts, err = s.request(ctx, q)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// long is the length from which a label is cut.
const long = 200

// label returns the question in short.
func (q *question) label() string {
	text := fmt.Sprintf("%s.wasm %s", q.Wasm, q.Body)
	switch {
	case q.Run != nil:
		text = fmt.Sprintf("veil %s < %q", strings.Join(q.Run, " "), q.Input)
	case q.Post != "":
		text = fmt.Sprintf("POST %s %s", q.Post, q.Body)
	case q.Get != "":
		text = "GET " + q.Get
	}
	if len(text) > long {
		return text[:long] + "…"
	}
	return text
}

// request asks the server, and polls until a job has ended.
func (s *side) request(ctx context.Context, q question) ([]part, error) {
	method, path, body := http.MethodGet, q.Get, q.Body
	if q.Post != "" {
		method, path = http.MethodPost, q.Post
	}
	for {
		res, text, err := s.fetch(ctx, method, path, body)
		if err != nil {
			return nil, fmt.Errorf("%s: %s %s: %w", s.name, method, path, err)
		}
		if !running(res, text) {
			return reply(res, text), nil
		}
		method, path, body = http.MethodGet, cmp.Or(res.Header.Get("Location"), path), nil
		time.Sleep(pollEvery)
	}
}

// pollEvery is the interval between two polls of a job.
const pollEvery = 100 * time.Millisecond

// running reports whether a reply is about a job that has not ended.
func running(res *http.Response, text []byte) bool {
	var head struct {
		State string `json:"state"`
	}
	return res.StatusCode < 300 && json.Unmarshal(text, &head) == nil && head.State == "running"
}

func (s *side) fetch(ctx context.Context, method, path string, body []byte) (*http.Response, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Host = "localhost" // keeps the port out of answers
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	text, err := io.ReadAll(res.Body)
	return res, text, cmp.Or(err, res.Body.Close())
}

// reply returns the parts of a response that are compared.
func reply(res *http.Response, text []byte) []part {
	list := []part{{"status", []byte(res.Status)}}
	for _, name := range []string{"Content-Type", "Content-Location", "Location", "Cache-Control", "Etag"} {
		list = append(list, part{name, []byte(res.Header.Get(name))})
	}
	return append(list, part{"body", text})
}
