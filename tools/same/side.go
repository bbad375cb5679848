// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// side is one of the two builds, with a directory for its files and, once needed, its server.
type side struct {
	name   string
	root   string // of the checkout
	veil   string // the program
	page   string // the directory of the engines
	dir    string // where its commands run, with every file of testdata/texts
	url    string
	server *exec.Cmd
	other  *side
}

// open prepares a side in a temporary directory.
func open(ctx context.Context, name, root string) (*side, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	s := &side{name: name, root: root, veil: filepath.Join(root, "bin", "veil"), page: filepath.Join(root, "bin", "page")}
	for _, file := range []string{s.veil, filepath.Join(s.page, "veil.wasm")} {
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%s has no build: %w; run \"make build\" in that checkout", name, err)
		}
	}
	if s.dir, err = os.MkdirTemp("", "same-"); err != nil {
		return nil, err
	}
	if err := s.prepare(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *side) prepare(ctx context.Context) error {
	if err := os.CopyFS(s.dir, texts()); err != nil {
		return err
	}
	return s.serve(ctx)
}

// close ends the server and removes the files.
func (s *side) close() {
	if s.server != nil {
		_ = s.server.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = s.server.Wait()                          // its code says nothing about the answers
	}
	_ = os.RemoveAll(s.dir) // a temporary directory
}

// environment is the same for both sides: one thread, no colours, a fixed date.
func (s *side) environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir, "GOMAXPROCS=1", "NO_COLOR=1", "SOURCE_DATE_EPOCH=0", "LC_ALL=C.UTF-8", "TZ=UTC"}
}

func (s *side) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = s.dir, s.environment()
	return cmd
}

// serve starts a server without limits of time or rate.
func (s *side) serve(ctx context.Context) error {
	cmd := s.command(ctx, s.veil, "serve", "--addr", "127.0.0.1:0", "--running", "1", "--rate", "1000000", "--burst", "1000000", "--time", "1h", "--runs", "no-runs")
	out, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.server = cmd
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if s.url = regexp.MustCompile(`http://[0-9.:]+`).FindString(lines.Text()); s.url != "" {
			go drain(lines)
			return nil
		}
	}
	return fmt.Errorf("%s: the server did not print its address", s.name)
}

// drain discards the remaining output, so that the server can write.
func drain(lines *bufio.Scanner) {
	for lines.Scan() {
		continue
	}
}

// patience limits a command: only a program that hangs reaches it, even on a slow machine.
const patience = 20 * time.Minute

// run runs a command of veil and returns its exit code and what it printed.
func (s *side) run(ctx context.Context, input string, args ...string) ([]part, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := s.command(ctx, s.veil, args...)
	var out, messages bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &messages
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || ctx.Err() != nil) {
		return nil, fmt.Errorf("%s: veil %s: %w", s.name, strings.Join(args, " "), err)
	}
	code := fmt.Appendf(nil, "%d", cmd.ProcessState.ExitCode())
	return []part{{"exit code", code}, {"standard output", out.Bytes()}, {"standard error", messages.Bytes()}}, nil
}

// sameVersion reports programs of different versions, which answers would contain.
func sameVersion(ctx context.Context, before, after *side) error {
	a, b, err := both(before, after, func(s *side) (string, error) {
		parts, err := s.run(ctx, "", "version", "--json")
		if err != nil {
			return "", err
		}
		var doc struct {
			Version string `json:"version"`
		}
		err = json.Unmarshal(parts[1].text, &doc)
		return doc.Version, err
	})
	if err == nil && a != b {
		err = fmt.Errorf("OLD has version %s, NEW has %s; build both with GOFLAGS=-buildvcs=false", a, b)
	}
	return err
}
