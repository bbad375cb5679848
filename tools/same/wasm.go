// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed" // for the driver
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
)

//go:embed testdata/ask.js
var driver string

// engineNames are the programs of the web app.
func engineNames() []string { return []string{"veil", "krieg", "play", "diag"} }

// askEngines asks each engine about the positions in its file.
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

// askWasm returns the last document of each question that an engine answers, in their order. Documents before it are
// left out: how many there are depends on the clock.
func askWasm(ctx context.Context, s *side, all []question) (list []part, err error) {
	running := map[string]*engine{}
	defer func() {
		for _, e := range running {
			e.close()
		}
	}()
	for _, q := range all {
		if q.Wasm == "" {
			continue
		}
		if running[q.Wasm] == nil {
			if running[q.Wasm], err = s.engine(ctx, q.Wasm); err != nil {
				return nil, err
			}
		}
		_, document, err := running[q.Wasm].ask(q.Body)
		if err != nil {
			return nil, err
		}
		list = append(list, part{"document", document})
	}
	return list, nil
}

// engine is an engine of the web app under Node.
type engine struct {
	name     string
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	messages bytes.Buffer
}

// engine starts an engine. It uses a single compiler that compiles each function on its first call,
// so the time of the second answer depends neither on compiler threads nor on the number of
// questions before.
func (s *side) engine(ctx context.Context, name string) (*engine, error) {
	cmd := s.command(ctx, "node", "--no-liftoff", "--wasm-lazy-compilation", "-e", driver, filepath.Join(s.page, "wasm_exec.js"), filepath.Join(s.page, name+".wasm"))
	e := &engine{name: s.name + ": " + name + ".wasm", cmd: cmd}
	cmd.Stderr = &e.messages
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.out = bufio.NewReader(out)
	if e.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return e, cmd.Start()
}

// ask returns the CPU time of an answer in microseconds, and its last document.
func (e *engine) ask(question []byte) (micros float64, document []byte, err error) {
	if _, err := e.in.Write(append(bytes.Clone(question), '\n')); err != nil {
		return 0, nil, fmt.Errorf("%s: %w", e.name, err)
	}
	line, err := e.out.ReadBytes('\n')
	if err != nil {
		e.close()
		return 0, nil, fmt.Errorf("%s: no answer to %.200s: %w\n%s", e.name, question, err, e.messages.Bytes())
	}
	took, document, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	micros, err = strconv.ParseFloat(string(took), 64)
	return micros, document, err
}

// close ends the engine.
func (e *engine) close() {
	_ = e.in.Close() // it may have ended
	_ = e.cmd.Wait() // its code says nothing about the answers
}
