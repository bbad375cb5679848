// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// engine is a program for browsers: its file, and the build tag that selects what it answers.
type engine struct{ file, tag string }

// pageEngines returns the engines of the web app, where each view loads only its own.
func pageEngines() []engine {
	return []engine{{"veil.wasm", ""}, {"krieg.wasm", "krieg"}, {"play.wasm", "play"}, {"diag.wasm", "diag"}}
}

// npmEngines returns the engines of the npm package: fewer and larger, because all are in one download,
// and each contains the Go runtime.
func npmEngines() []engine {
	return []engine{{"mines.wasm", ""}, {"krieg.wasm", "kriegspiel"}, {"plans.wasm", "plans"}}
}

// hot lists the packages that take most of the time. In the web app only these are inlined: other code is slower
// without inlining, but compresses better.
func hot() []string {
	return []string{
		"github.com/veilplan/veil/search/optimal", "github.com/veilplan/veil/search/troubleshoot", "github.com/veilplan/veil/krieg",
		"github.com/veilplan/veil/krieg/chess", "github.com/veilplan/veil/krieg/cloud",
	}
}

// builder builds the engines of the module in the working directory.
type builder struct {
	goTool  string // the go command
	version string // reported by the engines
	dir     string // for the files
	engines []engine
	npm     bool // write only name.gz of each engine, and inline every function
}

// untilInterrupted builds until it is interrupted.
func (b builder) untilInterrupted() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return b.build(ctx)
}

// build writes the engines, the tables of endings and the loader. It prints the name of each engine
// before building it.
func (b builder) build(ctx context.Context) error {
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	for _, e := range b.engines {
		fmt.Println("building", e.file)
		if err := b.compile(ctx, e); err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
	}
	tables := []string{"krieg/ending/endings.bin"}
	if !b.npm { // a package has all in one download
		tables = append(tables, "krieg/ending/minor/minor.bin")
	}
	for _, name := range tables {
		if err := b.copy(name); err != nil {
			return err
		}
	}
	root, err := exec.CommandContext(ctx, b.goTool, "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("%s env GOROOT: %w", b.goTool, err)
	}
	return b.copy(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// compile builds an engine and joins its data.
func (b builder) compile(ctx context.Context, e engine) error {
	file := filepath.Join(b.dir, e.file)
	cmd := exec.CommandContext(ctx, b.goTool, append(b.flags(e), "-o", file, "./cmd/veil-wasm")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	if err := cmd.Run(); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	if err := joinFile(file); err != nil || !b.npm {
		return err
	}
	return zipFile(file)
}

// zipFile replaces a file by its compressed form.
func zipFile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	small, err := new(packer).shrink("gzip", text)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(name+".gz", small, 0o644), os.Remove(name))
}

func (b builder) flags(e engine) []string {
	list := []string{"build", "-trimpath", "-buildvcs=false"}
	if !b.npm { // a package is fetched once; without inlining a short answer takes twice the time
		list = append(list, "-gcflags=all=-l")
		for _, pkg := range hot() {
			list = append(list, "-gcflags="+pkg+"=")
		}
	}
	return append(list, `-ldflags=-s -w -buildid= -X "main.engine=veil `+b.version+`"`, "-tags="+e.tag)
}

func (b builder) copy(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.dir, filepath.Base(name)), text, 0o644)
}

// interrupt lets the go command end its compilers; on a system without interrupts it kills the command.
func interrupt(p *os.Process) error {
	if err := p.Signal(os.Interrupt); err == nil || errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return p.Kill()
}
