// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bytes"
	"context"
	_ "embed" // for the driver
	"fmt"
	"path/filepath"
	"strings"
)

//go:embed testdata/ask.js
var driver string

// engines are the programs of the web app.
func engineNames() []string { return []string{"veil", "krieg", "play", "diag"} }

// askEngines asks the engines about the positions of their own file.
func askEngines(ctx context.Context, s *side, n int) ([]answer, error) {
	all, err := readLines[question]("wasm.jsonl")
	if err != nil {
		return nil, err
	}
	all = firstOf(all, n)
	documents, err := askWasm(ctx, s, all)
	if err != nil {
		return nil, err
	}
	var list []answer
	for i, q := range all {
		list = append(list, answer{verb: q.Wasm + ".wasm " + q.Verb, label: q.label(), parts: documents[i : i+1]})
	}
	return list, nil
}

// askWasm returns the last document of each question that an engine answers, in their order.
func askWasm(ctx context.Context, s *side, all []question) ([]part, error) {
	answers := map[string][][]byte{}
	for _, name := range engineNames() {
		lines, err := s.node(ctx, name, "once", all)
		if err != nil {
			return nil, err
		}
		answers[name] = lines
	}
	var list []part
	for _, q := range all {
		if q.Wasm == "" {
			continue
		}
		list = append(list, part{"document", answers[q.Wasm][0]})
		answers[q.Wasm] = answers[q.Wasm][1:]
	}
	return list, nil
}

// node lets an engine answer its questions under Node, and returns a line for each.
func (s *side) node(ctx context.Context, engine, mode string, all []question) ([][]byte, error) {
	var input []string
	for _, q := range all {
		if q.Wasm == engine {
			input = append(input, string(q.Body))
		}
	}
	if input == nil {
		return nil, nil
	}
	cmd := s.command(ctx, "node", "-e", driver, filepath.Join(s.page, "wasm_exec.js"), filepath.Join(s.page, engine+".wasm"), mode)
	cmd.Stdin = strings.NewReader(strings.Join(input, "\n"))
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	lines := bytes.Split(bytes.TrimSuffix(out, []byte("\n")), []byte("\n"))
	if err != nil || len(lines) != len(input) {
		return nil, fmt.Errorf("%s: %s.wasm: %d answers to %d questions: %w\n%s", s.name, engine, len(lines), len(input), err, messages.Bytes())
	}
	return lines, nil
}
